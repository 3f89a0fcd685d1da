#!/bin/sh
# Is asked before each call, which comes as JSON on standard input: exit 0 allows it.
exec grep -q '^{"tool":"pay",'
