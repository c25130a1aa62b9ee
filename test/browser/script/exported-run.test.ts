import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, it, onTestFinished} from 'vitest';
import {findBrowser} from '../../../service/browser/find-browser.ts';
import {exportPlaywright} from '../../../service/browser/script/export-playwright.ts';
import {assertionsOfSteps} from '../../fixtures/browser/parts.ts';
import {scriptOf} from '../../helpers/scripts.ts';
import {receipt, serveSite} from '../../helpers/site.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The verdict of Playwright's own runner on the files, by the name of each, as they are. */
async function verdicts(files: Record<string, string>): Promise<Record<string, boolean>> {
	const folder = mkdtempSync(join(tmpdir(), 'exported-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
	for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, `${name}.spec.ts`), code);
	const launchOptions = {executablePath: findBrowser(process.env), args: ['--no-sandbox']};
	const config = {workers: 2, reporter: 'json', use: {launchOptions}};
	writeFileSync(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)};`);
	const cli = join(repository, 'node_modules', '@playwright', 'test', 'cli.js');
	const env = {...process.env, VAR_USER: 'jane@example.com', VAR_PASS: 'Passw0rd!'};
	const report = await new Promise<string>(resolve => {
		// A failed test ends the runner with 1: its report is read all the same.
		execFile(process.execPath, [cli, 'test'], {cwd: folder, env, maxBuffer: 50_000_000}, (_, out) => resolve(out));
	});
	const {suites} = JSON.parse(report) as {suites: Array<{file: string; specs: Array<{ok: boolean}>}>};
	return Object.fromEntries(suites.map(({file, specs}) => [file.replace('.spec.ts', ''), specs.every(({ok}) => ok)]));
}

it('a plan that passed passes in the runner of Playwright, and with a wrong last step it fails there', async () => {
	const pay = await serveSite();
	const site = await serveSite({'/receipt.csv': receipt});
	const [todo, shop] = await Promise.all([scriptOf('todo'), scriptOf('shop')]);
	const address = `${site.url}/shop.html?pay=${pay.url}/pay.html`;
	shop.script.steps[0]!.parts = [{op: 'goto', part: {op: 'goto', address}, elements: []}];
	const exported = ({script, steps}: typeof todo, name: string) =>
		exportPlaywright(script, {name, targetUrl: site.url, steps});
	const wrong = (text: string) => ({
		op: assertionsOfSteps[text]!.op,
		part: {...assertionsOfSteps[text]!},
		elements: [],
	});
	/** The first `count` steps, and one more that does not hold. */
	const failing = ({script, steps}: typeof todo, count: number, text: string) => {
		const last = {stepIndex: count + 1, textHash: '', readBy: 'builtin' as const, parts: [wrong(text)]};
		const code = exported(
			{script: {...script, steps: [...script.steps.slice(0, count), last]}, steps: [...steps.slice(0, count), text]},
			text,
		);
		// It is known at once: nothing changes any more.
		return code.replace('timeout: 30_000', 'timeout: 3_000');
	};
	expect(
		await verdicts({
			todo: exported(todo, 'todo'),
			shop: exported(shop, 'shop'),
			'wrong-text': failing(todo, 3, 'The Login dialog is open'),
			'wrong-price': failing(
				shop,
				shop.steps.indexOf('The price of the Milk jug is 9.00 €'),
				'The price of the Milk jug is 19.00 €',
			),
		}),
	).toEqual({todo: true, shop: true, 'wrong-text': false, 'wrong-price': false});
});
