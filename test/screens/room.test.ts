import {afterEach, describe, expect, it} from 'vitest';
import {layoutScreen} from '../../screens/layout.ts';
import {gutterWidth} from '../../components/list-row.tsx';
import {columnGap} from '../../source/terminal/column-layout.ts';
import {listRowWidth} from '../../components/windowed-list.tsx';
import {cellsOf} from '../helpers/frame-problems.ts';
import {screenWays} from '../helpers/screen-ways.ts';
import type {EmulatedTerminal, OpenScreen} from '../helpers/terminal-screen.tsx';
import {openWhole} from '../helpers/whole-screen.ts';
import {createWholeWorld} from '../helpers/whole-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const size = {columns: 200, rows: 50};

async function settled(terminal: EmulatedTerminal): Promise<void> {
	await terminal.quiet();
	await screen.clock.advance(200);
	await terminal.quiet();
}

/** Cells of the list, line by line: its rows, without cursor, mark and scrollbar. */
function tableCells(terminal: EmulatedTerminal, definition: (typeof screenWays)[number]['screen']): string[][] {
	const {top, head, list} = layoutScreen({shape: definition.shape, ...size, isZoomed: false, focus: 'list'});
	if (list === null) return [];
	return terminal
		.lines()
		.slice(top + head, top + head + list.height)
		.map(line => cellsOf(line.padEnd(list.width)).slice(gutterWidth, listRowWidth(list.width)));
}

/** Cells in a row that are blank on every line: more of them than stand between two columns is room that nobody uses. */
function unusedCells(lines: readonly (readonly string[])[]): number {
	const width = Math.max(0, ...lines.map(line => line.length));
	let most = 0;
	let blank = 0;
	for (let at = 0; at < width; at++) {
		blank = lines.every(line => (line[at] ?? ' ') === ' ') ? blank + 1 : 0;
		most = Math.max(most, blank);
	}
	return most;
}

describe('a table', () => {
	it.each(screenWays)('of 200 columns cuts no text while it has room: $name', async ({screen: definition, ...way}) => {
		({screen} = openWhole(createWholeWorld(), {screen: way.word, id: way.id, ...size}));
		const {terminal} = screen;
		await terminal.until(text => /^ svc {3}/.test(text), 'a screen');
		await terminal.quiet();
		terminal.type(way.keys);
		await settled(terminal);
		const lines = tableCells(terminal, definition);
		// A status and a name may stand wide apart where nothing is cut.
		if (lines.some(line => /…(?: |$)/.test(line.join(''))))
			expect(unusedCells(lines), terminal.text()).toBeLessThanOrEqual(columnGap);
	});

	it('of the cleanup tells who created a record, whole, where the terminal is wide', async () => {
		const creator = 'creates an order with two pots and a lid';
		const world = createWholeWorld();
		const answer = world.answers['getCleanup'];
		world.answers['getCleanup'] = (...input) => {
			const cleanup = answer?.(...input) as {orphaned: {createdBy: object}[]; cleanedUp: {createdBy: object}[]};
			const named = <Card extends {createdBy: object}>(cards: Card[]) =>
				cards.map(card => ({...card, createdBy: {...card.createdBy, title: creator}}));
			return {...cleanup, orphaned: named(cleanup.orphaned), cleanedUp: named(cleanup.cleanedUp)};
		};
		({screen} = openWhole(world, {screen: 'cleanup', id: 'bat_1', ...size}));
		const {terminal} = screen;
		await terminal.shows('CREATED BY');
		await settled(terminal);
		const rows = tableCells(terminal, screenWays.find(({name}) => name === 'cleanup')!.screen).map(line =>
			line.join(''),
		);
		expect(rows.filter(row => row.includes(creator)).length, terminal.text()).toBeGreaterThan(1);
	});
});
