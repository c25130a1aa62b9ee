import {existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {createHome, keptHome, type Machine, readShopRecord, removeHome, writeShopRecord} from '../../demo/home.ts';

const shop = {pid: 1, startTime: 'boot:1', url: 'http://127.0.0.1:1'};

describe('the directory of a demo', () => {
	let folder: string;
	let machine: Machine;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'demo-home-'));
		machine = {platform: 'linux', env: {XDG_DATA_HOME: folder}, homeDirectory: folder, temporaryDirectory: folder};
	});
	afterEach(() => rmSync(folder, {recursive: true, force: true}));

	it.each<[Partial<Machine>, string[]]>([
		[{platform: 'linux', env: {}}, ['.local', 'share', 'svc-demo']],
		[{platform: 'darwin', env: {XDG_DATA_HOME: '/elsewhere'}}, ['Library', 'Application Support', 'svc-demo']],
		[{platform: 'win32', env: {}}, ['AppData', 'Local', 'svc-demo']],
	])('is kept where %j keeps the data of a person', (where, segments) => {
		expect(keptHome({...machine, ...where})).toBe(join(folder, ...segments));
	});

	it('is new and private for every demo that is not kept', async () => {
		const [one, other] = [await createHome(machine, false), await createHome(machine, false)];
		expect(one).not.toBe(other);
		expect(statSync(one).mode & 0o777).toBe(0o700);
	});

	it('remembers its shop when it is opened again', async () => {
		const home = await createHome(machine, true);
		expect(readShopRecord(home)).toBeNull();
		writeShopRecord(home, shop);
		expect(await createHome(machine, true)).toBe(home);
		expect(readShopRecord(home)).toEqual(shop);
	});

	it('has no shop when its note is unreadable', async () => {
		const home = await createHome(machine, true);
		writeFileSync(join(home, 'demo.json'), '{"shop": {"pid": "many"}}');
		expect(readShopRecord(home)).toBeNull();
	});

	it('is removed only when a demo made it', async () => {
		const home = await createHome(machine, false);
		const foreign = join(folder, 'mine');
		mkdirSync(foreign);
		removeHome(home);
		removeHome(foreign);
		expect({home: existsSync(home), foreign: existsSync(foreign)}).toEqual({home: false, foreign: true});
	});
});
