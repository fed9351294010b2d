#!/bin/sh
# Installs into /production what one workspace needs at run time, as the lock file says. Used while images are built.
set -eu
cp -r /manifests /production
cd /production
npm ci --ignore-scripts --omit=dev -w "$1"
find . -path '*/node_modules/*' \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -type f -delete
# The Temporal core comes with a library for each platform; a container runs on one.
case "$(uname -m)" in aarch64) machine=aarch64 ;; *) machine=x86_64 ;; esac
releases=node_modules/@temporalio/core-bridge/releases
[ ! -d "$releases" ] || find "$releases" -mindepth 1 -maxdepth 1 ! -name "$machine-unknown-linux-gnu" -exec rm -rf {} +
