"""The card game: rows that everybody may rearrange, rows of six that are captured."""
