"""Characteristic times where differences below some size do not matter, so that several answers may be good."""
