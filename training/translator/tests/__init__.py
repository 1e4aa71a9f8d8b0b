"""Tests of the pure parts: `python3 -m unittest discover -s tests -t .` in the folder above."""
