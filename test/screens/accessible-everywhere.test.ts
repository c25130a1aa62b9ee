import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import {startAccessible} from '../../screens/accessible/start.ts';
import {screens} from '../../screens/registry.ts';
import {screenTable} from '../../source/stores/create-dashboard.ts';
import {findStart} from '../../source/stores/start-place.ts';
import {createChance} from '../helpers/chance.ts';
import {createFakeClock} from '../helpers/fake-clock.ts';
import {idFor} from '../helpers/screen-ways.ts';
import {noFiles} from '../helpers/store-context.ts';
import {createEmptyWorld, createWholeWorld} from '../helpers/whole-world.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

async function talk(world: WireWorld, word: string, id: string | null) {
	const stdin = new PassThrough();
	const clock = createFakeClock();
	let said = '';
	const start = await findStart(world, {screen: word, id, projectId: null}, screenTable(screens));
	const end = startAccessible({
		context: {
			client: world,
			now: clock.now,
			wait: clock.wait,
			randomId: () => 'id',
			files: noFiles,
			checkSetup: () => Promise.resolve([{name: 'node', status: 'ok', detail: '20', next: null}]),
		},
		start,
		profile: 'default',
		endpoint: 'local',
		stdin,
		stdout: {
			write: text => {
				said += text;
				return true;
			},
		},
		exitEvents: new EventEmitter(),
	});
	/** What is said until a number is asked for again. */
	const hears = async (): Promise<string> => {
		await expect.poll(() => said).toContain('Type a number');
		const news = said;
		said = '';
		return news;
	};
	return {hears, end, choose: (number: number | string) => stdin.write(`${number}\n`)};
}

const choicesOf = (page: string) =>
	[...page.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number, label]) => ({number: Number(number), label}));
const words = screens.flatMap(({starts, scope}) => Object.keys(starts).map(word => ({word, scope})));

describe('every screen for screen readers', () => {
	it.each(words)('is lines and numbers, with a way back and out: svc ui $word', async ({word, scope}) => {
		const {hears, choose, end} = await talk(createWholeWorld({isAscii: true}), word, idFor(word, scope));
		const page = await hears();
		expect(page.replaceAll('•', '*').replaceAll('…', '.')).toMatch(/^[\x20-\x7E\n]*$/);
		expect(page).not.toMatch(/\bundefined\b|\bNaN\b|\[object /);
		const labels = choicesOf(page).map(({label}) => label);
		expect(labels).toContain('Read again');
		if (word !== 'projects') expect(labels).toContain('Back');
		choose(choicesOf(page).find(({label}) => label === 'Quit')?.number ?? 0);
		expect((await end).exitCode).toBe(0);
	});

	it.each(words.filter(({word}) => word !== 'test'))(
		'says that there is nothing: svc ui $word',
		async ({word, scope}) => {
			const {hears, choose, end} = await talk(createEmptyWorld(), word, idFor(word, scope));
			const page = await hears();
			expect(page).not.toMatch(/\bundefined\b|\bNaN\b|\[object /);
			expect(page.split('\n')[0]?.length).toBeGreaterThan(5);
			choose(choicesOf(page).find(({label}) => label === 'Quit')?.number ?? 0);
			await end;
		},
	);

	it.each(words)('leads nowhere wrong by any numbers: svc ui $word', async ({word, scope}) => {
		const chance = createChance(11 + words.findIndex(other => other.word === word));
		const {hears, choose, end} = await talk(createWholeWorld(), word, idFor(word, scope));
		let page = await hears();
		for (let step = 0; step < 25; step++) {
			const choices = choicesOf(page).filter(({label}) => label !== 'Quit');
			choose(choices[chance(choices.length)]?.number ?? 1);
			page = await hears();
			expect(page).not.toMatch(/\bundefined\b|\bNaN\b|\[object |Cannot read|is not a function/);
			expect(page).not.toContain('\u001B');
		}
		choose(choicesOf(page).find(({label}) => label === 'Quit')?.number ?? 0);
		expect((await end).exitCode).toBe(0);
	});
});
