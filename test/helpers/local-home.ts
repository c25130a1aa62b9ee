import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {onTestFinished} from 'vitest';
import {startTimeOf} from '../../source/process/start-time.ts';

/** A folder with an `SVC_HOME` below it whose service, by its record, is this process; removed after the test. */
export async function localHome(url: string): Promise<{folder: string; home: string}> {
	const folder = mkdtempSync(join(tmpdir(), 'svc-local-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const home = join(folder, 'home');
	mkdirSync(join(home, 'service'), {recursive: true});
	const file = {pid: process.pid, startTime: await startTimeOf(process.pid), url, version: '1.2.3'};
	const record = {...file, startedAt: new Date().toISOString(), ownerToken: 'x'};
	writeFileSync(join(home, 'service', 'service.json'), JSON.stringify(record));
	return {folder, home};
}
