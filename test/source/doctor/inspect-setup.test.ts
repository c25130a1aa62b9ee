import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {inspectSetup, type Surroundings} from '../../../source/doctor/inspect-setup.ts';
import {ApiError} from '../../../source/errors/api-error.ts';
import {startTimeOf} from '../../../source/process/start-time.ts';

/** A machine whose own service answers `GET /me` with an error. */
function machine(error: ApiError): Surroundings {
	const home = mkdtempSync(join(tmpdir(), 'svc-doctor-'));
	onTestFinished(() => rmSync(home, {recursive: true}));
	mkdirSync(join(home, 'service'));
	writeFileSync(join(home, 'credentials'), '[default]\napi_key = sk-user-a\napi_url = local\n', {mode: 0o600});
	return {
		version: '1.2.3',
		nodeVersion: '20.0.0',
		given: {},
		env: {SVC_HOME: home},
		cwd: home,
		clock: {elapsed: () => 0},
		signal: new AbortController().signal,
		observer: () => {},
		connect: () => Promise.resolve({call: () => Promise.reject(error), close: () => Promise.resolve()}),
		localService: () => ({dataDir: join(home, 'service')}),
		loadService: () => Promise.resolve({inspectRuntimes: () => Promise.resolve([])}),
	} as unknown as Surroundings;
}

it.each([
	['AUTH_INVALID', 'Ask an administrator.', 'svc setup --local'],
	['UNAVAILABLE', '', 'svc service start'],
	['UNAVAILABLE', 'Mount it for writing.', 'Mount it for writing.'],
] as const)('names what helps where the service of this machine says %s %j', async (code, nextAction, next) => {
	const checks = await inspectSetup(machine(new ApiError(code, 'no', {nextAction})));
	expect(checks.find(({name}) => name === 'Connectivity')).toMatchObject({status: 'fail', next});
});

it.each([
	[20 * 1024, 'fail', '20 KiB are free, too little to store anything'],
	[20 * 1_048_576, 'warn', '20480 KiB are free; runs cannot be stored when it is full'],
] as const)('of a data directory with %d bytes left is a %s', async (free, status, words) => {
	const disk = (await inspectSetup(machine(new ApiError('UNAVAILABLE', 'no')), () => free)).at(-1);
	expect(disk).toMatchObject({name: 'Disk', status, next: expect.stringMatching(/^Free some space on the disk of /)});
	expect(disk?.detail).toContain(words);
});

it.each([1e9, null])('says nothing of a disk with %s bytes left', async free => {
	const checks = await inspectSetup(machine(new ApiError('UNAVAILABLE', 'no')), () => free);
	expect(checks.map(({name}) => name)).not.toContain('Disk');
});

it('does not ask a service of this machine that lives and does not answer, and names what ends it', async () => {
	const setup = machine(new ApiError('INTERNAL', 'was asked'));
	const record = {pid: process.pid, startTime: await startTimeOf(process.pid), url: 'http://127.0.0.1:9'};
	const rest = {version: '1.2.3', startedAt: '2026-01-31T09:30:00.000Z', ownerToken: 't'};
	writeFileSync(join(setup.localService().dataDir, 'service.json'), JSON.stringify({...record, ...rest}));
	const checks = await inspectSetup(setup);
	expect(checks.find(({name}) => name === 'API endpoint')?.detail).toContain('not answering');
	expect(checks.find(({name}) => name === 'Connectivity')).toMatchObject({
		status: 'fail',
		detail: `the service (process ${process.pid}) lives, but does not answer`,
		next: 'svc service stop --timeout 5 --force',
	});
});
