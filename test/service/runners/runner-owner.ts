import process from 'node:process';
import {createSecretBox, secretKeyBytes} from '../../../service/auth/secret-box.ts';
import {createBackendRunner} from '../../../service/runners/backend.ts';
import {emptyJob} from '../../helpers/empty-job.ts';

/**
 * A process that owns a runner, for tests that kill it: `node <bundle> <pythonDir> <python> <scratchDir> <source…>`.
 * Prints `started <pid>` per test and every test's output.
 */
const [pythonDir = '', executable = '', scratchDir = '', ...sources] = process.argv.slice(2);
const runner = createBackendRunner({
	python: {executable, version: '3', requests: null, userSite: null},
	pythonDir,
	scratchDir,
	dataDir: scratchDir,
	env: process.env,
	box: createSecretBox(new Uint8Array(secretKeyBytes)),
});
for (const [index, code] of sources.entries()) {
	runner.run(
		{...emptyJob(code), executionId: `run-${index}#1`, secrets: ['a-secret-of-the-job']},
		{
			onStart: pid => void process.stdout.write(`started ${pid}\n`),
			onOutput: text => void process.stdout.write(text),
		},
	);
}
