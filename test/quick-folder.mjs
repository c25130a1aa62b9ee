// Where the tests keep what they write. They make and remove some hundred thousand small files and flush every store they
// open: on a disk that costs more than the tests themselves (measured on ext4: 3 to 30 times the time in memory).
import {accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync} from 'node:fs';
import {spawnSync} from 'node:child_process';
import {freemem, tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';

/** What a whole run needs at most, doubled. */
const neededBytes = 4 * 1024 ** 3;

/**
 * A new folder in memory where this machine has room for it, and programs may be started there; else one among the
 * temporary files. `SVC_TEST_FOLDER` names another place, for instance where a memory is small.
 * @returns {string} path of an empty folder of this run alone
 */
export function quickFolder() {
	const inMemory = '/dev/shm';
	const isQuick = () => hasRoom(inMemory) && startsPrograms(inMemory);
	const place = process.env['SVC_TEST_FOLDER'] || (isQuick() ? inMemory : tmpdir());
	return mkdtempSync(join(place, 'svc-'));
}

function hasRoom(folder) {
	try {
		accessSync(folder, constants.W_OK);
		const {bavail, bsize} = statfsSync(folder);
		return bavail * bsize > neededBytes && freemem() > 2 * neededBytes;
	} catch {
		return false;
	}
}

/** Shared memory may be mounted so that nothing in it is executed. */
function startsPrograms(folder) {
	const program = join(folder, `svc-program-${process.pid}`);
	writeFileSync(program, '#!/bin/sh\nexit 0\n', {mode: 0o755});
	const {status} = spawnSync(program);
	rmSync(program);
	return status === 0;
}
