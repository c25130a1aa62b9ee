import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll} from 'vitest';
import {createBackendRunner} from '../../service/runners/backend.ts';
import type {Runner} from '../../service/runners/runner.ts';

/** One real Python runner for the tests of a file: it starts slowly and runs quickly. Called at the top of the file. */
export function pythonOfFile(): () => Runner {
	let runner: Runner;
	const directory = mkdtempSync(join(tmpdir(), 'svc-python-'));
	beforeAll(() => {
		runner = createBackendRunner({scratchDir: join(directory, 'scratch'), dataDir: directory, env: process.env});
	});
	afterAll(async () => {
		await runner.stop();
		rmSync(directory, {recursive: true, force: true});
	});
	return () => runner;
}
