import {afterEach, describe, expect, it} from 'vitest';
import {svc} from '../helpers/memory-system.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import {sampleProject} from '../helpers/wire-samples.ts';
import {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

/** Types the commands of a screen as they stand there; gives those that the client refuses. */
async function refused(text: string): Promise<string[]> {
	const env: Record<string, string> = {};
	const problems: string[] = [];
	for (const line of text.split('\n').map(shown => shown.replace(/│.*/, '').trim())) {
		const [, variable, value] = /^export (\w+)=(.+)$/.exec(line) ?? [];
		if (variable !== undefined) env[variable] = value!;
		if (!/^svc \w/.test(line)) continue;
		const {exitCode, stderr} = await svc(['--dry-run', ...line.split(' ').slice(1)], {env});
		if (exitCode !== 0) problems.push(`${line}: ${stderr}`);
	}
	return problems;
}

describe('a screen with nothing on it tells commands that work as they stand', () => {
	it('for the first project and its test', async () => {
		screen = openScreen(new WireWorld());
		const text = await screen.terminal.shows('svc test create');
		expect(text).toContain('export SVC_PROJECT_ID=');
		expect(await refused(text)).toEqual([]);
	});

	it.each(['backend', 'frontend'])('for the first test of a %s project', async type => {
		const world = createWorld({count: 0});
		world.projects = [sampleProject({id: 'prj_3', name: 'new one', type})];
		screen = openScreen(world, {screen: 'tests', id: 'prj_3', columns: 140});
		const text = await screen.terminal.shows('svc test create');
		expect(text).toContain('export SVC_PROJECT_ID=prj_3');
		expect(await refused(text)).toEqual([]);
	});
});
