import {afterEach, describe, expect, it} from 'vitest';
import {layoutScreen, listTop} from '../../screens/layout.ts';
import type {ScreenDefinition} from '../../screens/screen-definition.ts';
import {cellsOf, frameProblems} from '../helpers/frame-problems.ts';
import {screenWays, type ScreenWay} from '../helpers/screen-ways.ts';
import type {EmulatedTerminal, OpenScreen} from '../helpers/terminal-screen.tsx';
import {openWhole} from '../helpers/whole-screen.ts';
import {createWholeWorld} from '../helpers/whole-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

type Options = Parameters<typeof openWhole>[1] & {isAscii?: boolean};

async function open(
	{word, id, keys}: ScreenWay,
	{isAscii = false, ...options}: Options = {},
): Promise<EmulatedTerminal> {
	({screen} = openWhole(createWholeWorld({isAscii}), {screen: word, id, ascii: isAscii, ...options}));
	const {terminal} = screen;
	await terminal.until(text => /^ svc {3}/.test(text), 'a screen');
	await terminal.quiet();
	terminal.type(keys);
	await settled(terminal);
	return terminal;
}

async function settled(terminal: EmulatedTerminal): Promise<void> {
	await terminal.quiet();
	await screen.clock.advance(200);
	await terminal.quiet();
}

const plainLayout = ({shape}: ScreenDefinition, {columns, rows}: {columns: number; rows: number}) =>
	layoutScreen({shape, columns, rows, isZoomed: false, focus: 'list'});

/** What is not in line: the rule between two panes, and cells that hang over into the next column. */
function columnProblems(terminal: EmulatedTerminal, definition: ScreenDefinition): string[] {
	const {columns, rows} = terminal.stdout;
	const layout = plainLayout(definition, {columns, rows});
	const cells = terminal.lines().map(cellsOf);
	const problems: string[] = [];
	const top = layout.top + layout.head;
	if (layout.list && layout.detail && layout.direction === 'row') {
		const edge = layout.list.width;
		for (let y = top; y < rows - 2; y++)
			if (!/[│┃]/.test(cells[y]?.[edge] ?? '')) problems.push(`no rule at column ${edge + 1} of line ${y + 1}`);
	}
	if (layout.list && definition.shape.headingLines === 1) {
		const width = layout.list.width - 2;
		const heading = (cells[top] ?? []).slice(0, width).join('');
		const titles = [...heading.matchAll(/\S+(?: \S+)*/g)].map(
			({index, 0: {length}}) => [index, index + length] as const,
		);
		for (let y = top + 1; y < top + layout.list.height; y++) {
			const row = (cells[y] ?? []).slice(0, width);
			// The head of a group is a line of its own.
			if (row.some(cell => cell === '▾' || cell === '▸')) continue;
			for (const [start, end] of titles.slice(1))
				if ((row[start - 1] ?? ' ') !== ' ' && (row[end] ?? ' ') !== ' ')
					problems.push(`line ${y + 1} runs over the column at ${start + 1}: ${row.join('')}`);
		}
	}
	return problems;
}

/** How the service masks credentials: its text. */
const masks = /•|(?<=sample)…(?=mple)/g;

const sizes = [
	[60, 16],
	[60, 30],
	[100, 30],
	[200, 50],
] as const;

/** Line of the cursor, from 0. */
const cursorLine = (terminal: EmulatedTerminal): number => terminal.lines().findIndex(line => /^[❯>]/.test(line));

const lists = screenWays.filter(({screen: {shape}}) => shape.panes !== 'detail');

describe('every screen', () => {
	it.each(screenWays)(
		'stands in its lines and columns at 60, 100 and 200 columns: $name',
		async ({screen: own, ...way}) => {
			const terminal = await open(way);
			for (const [columns, rows] of sizes) {
				await terminal.resize(columns, rows);
				await settled(terminal);
				const about = `${columns}×${rows}\n${terminal.text()}`;
				expect(frameProblems({lines: terminal.lines(), columns, rows}), about).toEqual([]);
				expect(columnProblems(terminal, own), about).toEqual([]);
				const footer = terminal.lines().at(-2) ?? '';
				expect(footer, about).toMatch(/\? keys {3}q quit$/);
			}
		},
	);

	it.each(screenWays)('draws nothing but ASCII where that is asked for: $name', async ({screen: _, ...way}) => {
		const terminal = await open(way, {isAscii: true});
		for (const [columns, rows] of [
			[60, 16],
			[100, 30],
			[200, 50],
		] as const) {
			await terminal.resize(columns, rows);
			await settled(terminal);
			expect(terminal.text().replaceAll(masks, '*')).toMatch(/^[\x20-\x7E\n]*$/);
		}
		for (const typed of ['?', ':', '/zz', 'D']) {
			terminal.type(typed);
			await terminal.quiet();
			expect(terminal.text().replaceAll(masks, '*'), typed).toMatch(/^[\x20-\x7E\n]*$/);
			terminal.type('\u001B');
			await terminal.quiet();
		}
	});

	it.each(screenWays)('says the same without colour: $name', async ({screen: _, ...way}) => {
		const coloured = (await open(way)).lines();
		await screen.close();
		const plain = (await open(way, {env: {NO_COLOR: '1'}})).lines();
		expect(plain).toEqual(coloured);
	});

	it.each(lists)('counts every key of one read, wheel and click on its list: $name', async ({screen: own, ...way}) => {
		const terminal = await open(way, {mouse: true});
		const {columns, rows} = terminal.stdout;
		const layout = plainLayout(own, {columns, rows});
		const top = listTop(own.shape, layout);
		const inList = terminal.lines().map(line =>
			cellsOf(line)
				.slice(0, (layout.list?.width ?? columns) - 2)
				.join('')
				.trim(),
		);
		const visible = inList.slice(top, rows - 2).filter(line => line !== '').length;
		expect(visible, terminal.text()).toBeGreaterThan(0);
		const at = (row: number) => top + Math.min(row, visible - 1);
		const cursorAt = (line: number) =>
			terminal.until(() => cursorLine(terminal) === line, `the cursor on line ${line + 1}`);
		terminal.type('gg');
		await cursorAt(at(0));
		terminal.type('jjj');
		await cursorAt(at(3));
		terminal.type('gg\u001B[B\u001B[B');
		await cursorAt(at(2));
		terminal.type('gg');
		await cursorAt(at(0));
		terminal.type(`\u001B[<65;10;${top + 1}M`);
		await cursorAt(at(3));
		terminal.type('gg');
		await cursorAt(at(0));
		const line = at(1);
		if (line !== top) {
			terminal.type(`\u001B[<0;10;${line + 1}M\u001B[<0;10;${line + 1}m`);
			await cursorAt(line);
		}
	});

	it.each(lists)('copies what is under the cursor through the terminal: $name', async ({screen: _, ...way}) => {
		const terminal = await open(way, {env: {TERM: 'tmux-256color'}});
		terminal.type('gg');
		for (let row = 0; row < 4 && !terminal.text().includes('copied.txt'); row++) {
			terminal.type('yj');
			await terminal.quiet();
		}
		expect(terminal.text()).toContain('copied.txt');
		expect(terminal.written.join('')).toContain('\u001BPtmux;\u001B\u001B]52;c;');
	});
});
