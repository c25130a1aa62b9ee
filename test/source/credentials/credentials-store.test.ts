import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {describe, expect, it} from 'vitest';
import {systemClock} from '../../../source/client/clock.ts';
import {readCredentials, removeProfile, writeProfile} from '../../../source/credentials/credentials-store.ts';
import {FakeClock} from '../client/fake-clock.ts';
import {temporaryDirectory} from '../process/bundle-script.ts';

const inNewHome = () => join(temporaryDirectory(), 'home', '.svc', 'credentials');
const mode = (path: string) => statSync(path).mode & 0o777;
const canary = 'sk-user-CANARY';

describe('writing', () => {
	it('creates the directory with 0700 and the file with 0600, and nothing else', async () => {
		const path = inNewHome();
		await writeProfile(path, 'default', {api_key: 'k', api_url: 'local', target_policy: 'private'}, systemClock);
		expect(readFileSync(path, 'utf8')).toBe('[default]\napi_key = k\napi_url = local\ntarget_policy = private\n');
		expect(mode(join(path, '..'))).toBe(0o700);
		expect(mode(path)).toBe(0o600);
		expect(readdirSync(join(path, '..'))).toEqual(['credentials']);
	});

	it('keeps unknown keys, the other profiles, and the keys it was not given', async () => {
		const path = join(temporaryDirectory(), 'credentials');
		writeFileSync(
			path,
			'\uFEFF# comment\r\n[default]\r\napi_key = old\r\nregion = eu\r\napi_url = local\r\n[b]\r\nx = y\r\n',
		);
		await writeProfile(path, 'default', {api_key: 'new'}, systemClock);
		expect(readFileSync(path, 'utf8')).toBe('[default]\napi_key = new\nregion = eu\napi_url = local\n\n[b]\nx = y\n');
	});

	it('removes a key that is set to nothing', async () => {
		const path = join(temporaryDirectory(), 'credentials');
		writeFileSync(path, '[default]\napi_key = k\ntarget_policy = private\n');
		await writeProfile(path, 'default', {target_policy: ''}, systemClock);
		expect(readFileSync(path, 'utf8')).toBe('[default]\napi_key = k\n');
	});

	it('tightens a looser file', async () => {
		const path = join(temporaryDirectory(), 'credentials');
		writeFileSync(path, '');
		chmodSync(path, 0o644);
		await writeProfile(path, 'default', {api_key: 'k'}, systemClock);
		expect(mode(path)).toBe(0o600);
	});

	it.each(['a\nb', 'a\rb', 'a\u0000b', 'a\u001bb', 'a\u0085b', 'a\u2028b'])('refuses the value %j', async value => {
		const path = inNewHome();
		await expect(writeProfile(path, 'default', {api_key: `${canary}${value}`}, systemClock)).rejects.toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field: 'api_key', reason: expect.not.stringContaining('CANARY')},
		});
		expect(existsSync(path)).toBe(false);
	});

	it('refuses a symbolic link', async () => {
		const directory = temporaryDirectory();
		writeFileSync(join(directory, 'real'), '[default]\napi_key = old\n');
		symlinkSync(join(directory, 'real'), join(directory, 'credentials'));
		await expect(
			writeProfile(join(directory, 'credentials'), 'default', {api_key: 'new'}, systemClock),
		).rejects.toMatchObject({code: 'VALIDATION_ERROR', exitCode: 5, details: {reason: 'symlink'}});
		expect(readFileSync(join(directory, 'real'), 'utf8')).toContain('old');
		expect(readdirSync(directory).sort()).toEqual(['credentials', 'real']);
	});

	it('gives up on a lock after 5 s', async () => {
		const [path, clock] = [join(temporaryDirectory(), 'credentials'), new FakeClock()];
		const holder = {pid: process.ppid, createdAt: new Date(clock.now()).toISOString(), token: 't'};
		writeFileSync(`${path}.lock`, JSON.stringify(holder));
		const failure = clock.drive(writeProfile(path, 'default', {api_key: canary}, clock));
		await expect(failure).rejects.toMatchObject({code: 'CONFLICT', exitCode: 6, details: {reason: 'locked'}});
		expect(JSON.stringify(await failure.catch(error => error.toEnvelope()))).not.toContain('CANARY');
		expect(existsSync(path)).toBe(false);
	});

	it('clears away temporary files of writers that were killed', async () => {
		const path = join(temporaryDirectory(), 'credentials');
		writeFileSync(`${path}.tmp.1234.abcdef`, canary);
		await writeProfile(path, 'default', {api_key: 'k'}, systemClock);
		expect(readdirSync(join(path, '..'))).toEqual(['credentials']);
	});
});

describe('reading', () => {
	it('takes a missing file for an empty one', () => {
		expect(readCredentials(inNewHome())).toEqual({profiles: new Map(), isReadableByOthers: false});
	});

	it.each([
		[0o600, false],
		[0o640, true],
		[0o604, true],
		[0o400, false],
	])('with mode %o: readable by others %s', (fileMode, expected) => {
		const path = join(temporaryDirectory(), 'credentials');
		writeFileSync(path, '');
		chmodSync(path, fileMode);
		expect(readCredentials(path).isReadableByOthers).toBe(expected);
	});

	it('says what is wrong with a directory in its place', () => {
		const path = join(temporaryDirectory(), 'credentials');
		mkdirSync(path);
		expect(() => readCredentials(path)).toThrow(
			expect.objectContaining({code: 'VALIDATION_ERROR', message: expect.stringContaining('it is a directory')}),
		);
	});
});

describe('removing', () => {
	it('deletes the section, and the last one leaves an empty file', async () => {
		const path = join(temporaryDirectory(), 'credentials');
		writeFileSync(path, '[default]\napi_key = k\n\n[b]\nx = y\n');
		expect(await removeProfile(path, 'default', systemClock)).toBe(true);
		expect(readFileSync(path, 'utf8')).toBe('[b]\nx = y\n');
		expect(await removeProfile(path, 'b', systemClock)).toBe(true);
		expect(readFileSync(path, 'utf8')).toBe('');
	});

	it('of what is not there changes nothing and creates nothing', async () => {
		const path = inNewHome();
		expect(await removeProfile(path, 'default', systemClock)).toBe(false);
		expect(existsSync(join(path, '..'))).toBe(false);
	});
});
