import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {browserCommand, prepareBrowser} from '../../../service/browser/prepare-browser.ts';

/** A machine of its own: it has only the programs that the test puts there. */
function machine(programs: Record<string, string>) {
	const folder = mkdtempSync(join(tmpdir(), 'svc-browser-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	for (const [name, script] of Object.entries(programs)) {
		writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
		chmodSync(join(bin, name), 0o755);
	}
	const steps: string[] = [];
	return {
		steps,
		bin,
		log: join(folder, 'log'),
		options: {
			env: {PATH: bin, HOME: folder, PLAYWRIGHT_BROWSERS_PATH: join(folder, 'none'), DIR: folder},
			isRoot: true,
			onStep: (line: string) => void steps.push(line),
		},
	};
}

/** Debian\'s installer: notes what it is asked for; a browser is there afterwards. */
const apt = (ends: string) => `echo "$@" >> $DIR/log; [ "$1" = install ] && { ${ends}; }; exit 0`;
const installs = 'echo "#!/bin/sh" > $DIR/bin/chromium-headless-shell; /bin/chmod +x $DIR/bin/chromium-headless-shell';

it('installs the package of the system where it may', async () => {
	const {options, log, steps} = machine({'apt-get': apt(installs)});
	expect(await prepareBrowser(options)).toBeNull();
	expect(readFileSync(log, 'utf8')).toContain('install -y -q chromium-headless-shell\n');
	expect(steps).toEqual(['installing the system package chromium-headless-shell']);
});

it('does nothing where a browser is there, or was named', async () => {
	const there = machine({chromium: '', 'apt-get': apt('exit 9')});
	expect(await prepareBrowser(there.options)).toBeNull();
	const named = machine({'apt-get': apt('exit 9')});
	expect(await prepareBrowser({...named.options, env: {...named.options.env, SVC_BROWSER: '/none'}})).toBeNull();
	expect([there.steps, named.steps]).toEqual([[], []]);
});

it('names the command where it may not', async () => {
	const {options, steps} = machine({'apt-get': apt('exit 9')});
	const user = {...options, isRoot: false};
	expect(await prepareBrowser(user)).toContain('install one: sudo apt-get install -y chromium-headless-shell');
	expect(steps).toEqual([]);
	expect(await browserCommand(machine({}).options)).toBe('npx playwright install --only-shell chromium');
});

it('says why nothing could be installed, with another way', async () => {
	const {options} = machine({'apt-get': apt('echo "E: Unable to locate package"; exit 100')});
	const said = await prepareBrowser(options);
	expect(said).toContain('could not be installed (E: Unable to locate package)');
	expect(said).toContain('npx playwright install --only-shell chromium');
});
