import {EventEmitter} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {afterEach, beforeEach} from 'vitest';
import {systemClock} from '../../../source/client/clock.ts';
import {main} from '../../../source/main.ts';
import type {OutputStream} from '../../../source/system/system.ts';

/** What a command line left behind. */
export type Outcome = {exitCode: number; stdout: string; stderr: string};

/** A temporary directory to work in, with a home of its own, for each test of a file. */
export type Workplace = {
	/** Current directory of the commands. */
	cwd: string;
	/** Variables beside SVC_HOME. */
	env: Record<string, string>;
	/** Runs `svc` in this process: no network is reachable through it, because there is no endpoint and no key. */
	svc(...argv: string[]): Promise<Outcome>;
};

function collector(): OutputStream & {text: string} {
	return {
		text: '',
		write(text, done) {
			this.text += text;
			done?.();
		},
		on: () => undefined,
	};
}

/** Sets up a workplace before each test of the calling file and removes it afterwards. */
export function setUpWorkplace(): Workplace {
	const workplace: Workplace = {
		cwd: '',
		env: {},
		async svc(...argv) {
			const stdout = collector();
			const stderr = collector();
			const exitCode = await main({
				argv,
				env: {SVC_HOME: join(workplace.cwd, 'home'), ...workplace.env},
				cwd: workplace.cwd,
				version: '1.2.3',
				nodeVersion: '20.0.0',
				preparedText: () => null,
				stdin: () => new PassThrough().end(),
				isInputTerminal: () => false,
				stdout,
				stderr,
				clock: systemClock,
				uuid: () => '00000000-0000-4000-8000-000000000000',
				every: () => () => undefined,
				onSignal: () => () => undefined,
				endBy: () => undefined,
				exitEvents: new EventEmitter(),
				cliPath: '/nowhere/cli.js',
				serviceAddress: 'file:///nowhere/service.js',
			});
			return {exitCode, stdout: stdout.text, stderr: stderr.text};
		},
	};
	beforeEach(() => {
		workplace.cwd = mkdtempSync(join(tmpdir(), 'svc-local-'));
		workplace.env = {};
	});
	afterEach(() => rmSync(workplace.cwd, {recursive: true, force: true}));
	return workplace;
}
