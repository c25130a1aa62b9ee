import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {onTestFinished} from 'vitest';
import {findBrowser} from '../../service/browser/find-browser.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** An exported file that is right when it fails: the runner needs no new process and browser after it. */
export function mustFail(code: string): string {
	if (code.match(/^test\('/gm)?.length !== 1) throw new Error(`not one test:\n${code}`);
	return code.replace(/^test\('/m, "test.fail('");
}

/** The verdict of Playwright's own runner on exported files, by the name of each, as they are. */
export async function exportedVerdicts(
	files: Record<string, string>,
	variables: Record<string, string> = {},
): Promise<Record<string, boolean>> {
	const folder = mkdtempSync(join(tmpdir(), 'exported-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
	for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, `${name}.spec.ts`), code);
	const launchOptions = {executablePath: findBrowser(process.env), args: ['--no-sandbox']};
	const config = {workers: 2, reporter: 'json', use: {launchOptions}};
	writeFileSync(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)};`);
	const cli = join(repository, 'node_modules', '@playwright', 'test', 'cli.js');
	const report = await new Promise<string>(resolve => {
		// A failed test ends the runner with 1: its report is read all the same.
		const runner = execFile(
			process.execPath,
			[cli, 'test'],
			{cwd: folder, env: {...process.env, ...variables}, maxBuffer: 50_000_000},
			(_, out) => resolve(out),
		);
		// It ends its browsers when it is told to; a test that was cut off must not leave it behind.
		onTestFinished(() => void runner.kill('SIGTERM'));
	});
	type Suite = {file: string; specs: Array<{ok: boolean}>};
	const {suites} = JSON.parse(report) as {suites: Suite[]};
	return Object.fromEntries(suites.map(({file, specs}) => [file.replace('.spec.ts', ''), specs.every(({ok}) => ok)]));
}
