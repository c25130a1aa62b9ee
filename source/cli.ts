#!/usr/bin/env node
import {setFlagsFromString} from 'node:v8';
import {version} from '../package.json';
import {engineFlags} from './process/engine-flags.ts';

for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag);
const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '-V' || argv[0] === '--version'))
	process.stdout.on('error', () => undefined).write(`${version}\n`);
else process.exitCode = await (await import('./system/run-process.ts')).runProcess(argv, version, import.meta.url);
