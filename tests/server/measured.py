"""Runs a module with its coverage measured, but not that of the processes which it starts.

A worker is killed when its node stops, so nothing would be kept of it; and a measured process takes
twice as long to start.
"""

import os
import runpy
import sys

os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
