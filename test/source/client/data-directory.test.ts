import {writeFileSync} from 'node:fs';
import process from 'node:process';
import {describe, expect, it} from 'vitest';
import {systemClock} from '../../../source/client/clock.ts';
import {startDaemon} from '../../../source/client/daemon.ts';
import {unusableDirectory} from '../../../source/client/data-directory.ts';

/** What the file system says of a file that is written there. */
function errorOf(path: string): unknown {
	try {
		writeFileSync(path, 'x');
	} catch (error) {
		return error;
	}
	throw new Error(`${path} could be written`);
}

describe('a data directory in which nothing can be written', () => {
	it.runIf(process.platform === 'linux')('that is full says so and asks for space', () => {
		const {message, nextAction, code} = unusableDirectory('/var/svc', errorOf('/dev/full'))!;
		expect({message, nextAction, code}).toEqual({
			code: 'VALIDATION_ERROR',
			message: 'The data directory /var/svc cannot be used: the disk is full.',
			nextAction: 'Free some space there, then try again.',
		});
	});

	it.runIf(process.platform === 'linux')('refuses a start in words, although it is there', async () => {
		// Nobody makes files in /proc, root neither.
		const dataDir = '/proc/self/task';
		const start = startDaemon({...systemClock, dataDir, cliPath: '', version: '1', env: {}, timeoutSeconds: 5});
		await expect(start).rejects.toMatchObject({
			code: 'VALIDATION_ERROR',
			message: expect.stringContaining(`The data directory ${dataDir} cannot be used: `),
			nextAction: 'Name another directory with --data-dir, SVC_DATA_DIR or SVC_HOME, or make this one writable.',
		});
	});

	it('leaves other errors as they are', () => {
		expect(unusableDirectory('/var/svc', new Error('lost'))).toBeNull();
	});
});
