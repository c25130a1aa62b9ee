import {Box, Text} from 'ink';
import {render} from 'ink';
import {createElement} from 'react';
import {describe, expect, it} from 'vitest';
import {Painter} from '../../source/terminal/painter.ts';
import {amount, createChance, seedOf} from '../helpers/chance.ts';
import {createWorld, endMembers} from '../helpers/shop-world.ts';
import {EmulatedTerminal, openScreen} from '../helpers/terminal-screen.tsx';

const words = [
	'creates an order',
	'✓ passed',
	'注文サービス',
	'━━━━──',
	'e\u0301te\u0301',
	'',
	'   ',
	'│ wave 2 │',
	'x'.repeat(90),
];

/** Screens in a check. */
const rounds = amount(120, 300, 'SVC_RANDOM_SCREENS');

describe('random updates and resizes', () => {
	it('of the whole dashboard leave nothing that a redraw would change', async () => {
		const chance = createChance(seedOf(7));
		const world = createWorld({count: 30, isRunning: true});
		const {terminal, clock, close} = openScreen(world, {screen: 'batch', id: 'bat_1'});
		await terminal.shows('Wave 1');
		const keys = [
			'j',
			'k',
			'G',
			'gg',
			' ',
			'x',
			'\t',
			'f',
			'?',
			'\u001B',
			'2',
			'3',
			'1',
			'\r',
			':',
			's',
			'\u0004',
			'/a',
			'l',
		];
		const statuses = ['queued', 'running', 'passed', 'failed', 'blocked'];
		let checked = 0;
		for (let round = 0; checked < 80 && round < 500; round++) {
			terminal.type(keys[chance(keys.length)] ?? 'j');
			if (chance(3) === 0) endMembers(world, () => statuses[chance(statuses.length)] ?? 'passed', [chance(30)]);
			if (chance(6) === 0) await terminal.resize(50 + chance(120), 14 + chance(40));
			await clock.advance(chance(400));
			// Ink holds back its frames for a moment of real time; the last one has to be there.
			await terminal.quiet();
			const shown = terminal.text();
			const writes = terminal.written.length;
			terminal.type('\u000C');
			await terminal.drained();
			// A frame of Ink's that came in between may change the screen; without one nothing may.
			if (terminal.written.length === writes + 1) {
				checked++;
				expect(terminal.text(), `round ${round}`).toBe(shown);
			}
			expect(terminal.lines()).toHaveLength(terminal.stdout.rows);
		}
		expect(checked).toBe(80);
		expect(terminal.written.join('')).not.toContain('\n');
		await close();
	});

	it(`leave no wrong screen among ${rounds}`, {timeout: 20 * rounds + 240_000}, async () => {
		const chance = createChance(seedOf(20_260_131));
		const terminal = new EmulatedTerminal(80, 20);
		const painter = new Painter(terminal.stdout);
		const app = (lines: readonly string[]) =>
			createElement(
				Box,
				{flexDirection: 'column', width: painter.columns, height: painter.rows - 1},
				lines.map((line, index) =>
					createElement(
						Box,
						{key: index, height: 1, flexShrink: 0},
						createElement(Text, {wrap: 'truncate'}, line || ' '),
					),
				),
			);
		const {rerender, unmount} = render(app([]), {
			stdout: painter as unknown as NodeJS.WriteStream,
			patchConsole: false,
			maxFps: 10_000,
		});
		let lines: string[] = [];
		const wrong: string[] = [];
		for (let round = 0; round < rounds; round++) {
			if (chance(5) === 0) await terminal.resize(60 + chance(80), 16 + chance(30));
			const rows = painter.rows - 1;
			lines = Array.from({length: rows}, (_, index) =>
				chance(3) === 0 || lines[index] === undefined ? (words[chance(words.length)] ?? '') : (lines[index] ?? ''),
			);
			rerender(app(lines));
			// What the emulator must show: the same lines drawn into an empty one.
			const shadow = new EmulatedTerminal(painter.columns, rows);
			lines.forEach((line, y) => {
				shadow.stdout.write(`\u001B[${y + 1};1H${cut(line, painter.columns)}`);
			});
			await shadow.drained();
			await terminal
				.until(text => text === shadow.text(), 'the intended frame')
				.catch(({message}: Error) => {
					wrong.push(`round ${round}: ${message}\n--- intended:\n${shadow.text()}`);
				});
		}
		unmount();
		painter.close();
		expect(wrong.slice(0, 1)).toEqual([]);
		const written = terminal.written.join('');
		expect(written).not.toContain('\u001B[3J');
		expect(written).not.toContain('\n');
	});
});

const cut = (line: string, columns: number) => (line.length > columns ? `${line.slice(0, columns - 1)}…` : line);
