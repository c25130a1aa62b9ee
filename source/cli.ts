#!/usr/bin/env node
import {setFlagsFromString} from 'node:v8';
import {version} from '../package.json';

// Node 20's optimising WebAssembly compiler works on undici's parser until the process ends: 95 ms for nothing.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--liftoff-only');
const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '-V' || argv[0] === '--version'))
	process.stdout.on('error', () => undefined).write(`${version}\n`);
else process.exitCode = await (await import('./system/run-process.ts')).runProcess(argv, version, import.meta.url);
