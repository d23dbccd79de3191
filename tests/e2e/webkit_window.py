"""A bare window of WebKitGTK for its driver: narrower than the browser of the packages can be.

Run by the Python of the system, whose packages bring the bindings. It takes a folder for what the
pages keep, and the size of the window.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile, width, height, script = sys.argv[1:5]
data = WebKit2.WebsiteDataManager(base_data_directory=profile, base_cache_directory=profile)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)
everywhere = WebKit2.UserContentInjectedFrames.TOP_FRAME
at_start = WebKit2.UserScriptInjectionTime.START


def new_view(*_):
    """The one page, which runs our script before its own."""
    content = WebKit2.UserContentManager()
    content.add_script(WebKit2.UserScript(script, everywhere, at_start, None, None))
    view = WebKit2.WebView(
        web_context=context, user_content_manager=content, is_controlled_by_automation=True
    )
    window = Gtk.Window(type=Gtk.WindowType.POPUP)  # nothing around the page
    window.set_default_size(int(width), int(height))
    window.add(view)
    window.show_all()
    return view


def started(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("window")
    session.set_application_info(info)
    session.connect("create-web-view", new_view)
    session.connect("will-close", Gtk.main_quit)


context.connect("automation-started", started)
Gtk.main()
