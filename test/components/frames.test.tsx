import {render} from 'ink-testing-library';
import type {ReactElement} from 'react';
import {describe, expect, it} from 'vitest';
import {ChoiceMenu} from '../../components/choice-menu.tsx';
import {ConfirmDialog} from '../../components/confirm-dialog.tsx';
import {Footer} from '../../components/footer.tsx';
import {Form} from '../../components/form.tsx';
import {Header} from '../../components/header.tsx';
import {Help} from '../../components/help.tsx';
import {Notice} from '../../components/notice.tsx';
import {Palette} from '../../components/palette.tsx';
import {Panel} from '../../components/panel.tsx';
import {StatusLine} from '../../components/status-line.tsx';
import {isTableFitting, summaryLines, summaryRows} from '../../components/batch-summary.ts';
import {SummaryTable} from '../../components/summary-table.tsx';
import {TextPane} from '../../components/text-pane.tsx';
import {scrollbar, WindowedList} from '../../components/windowed-list.tsx';
import {Box, Text} from 'ink';
import {GlyphsContext} from '../../hooks/use-terminal.ts';
import {textField} from '../../source/view-model/text-field.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {sampleMember} from '../helpers/wire-samples.ts';

const area = {columns: 80, rows: 24};
const frame = (element: ReactElement) => render(element).lastFrame() ?? '';
/** A dialog over an empty screen: it lies outside the layout and gives no height of its own. */
const over = (dialog: ReactElement) => (
	<Box width={area.columns} height={area.rows}>
		{dialog}
	</Box>
);
const asciiFrame = (element: ReactElement) =>
	frame(<GlyphsContext.Provider value={glyphSets.ascii}>{element}</GlyphsContext.Provider>);
const bind = (action: string, key: string, hint?: string) => ({
	layer: 'list',
	action,
	keys: [key],
	help: `does ${action}`,
	...(hint ? {hint} : {}),
});

describe('header', () => {
	it('names the places down to the shown one, cleaned', () => {
		const text = frame(<Header crumbs={['Projects', 'shop\u001B[2J']} headerEnd={[{text: '3 tests'}]} width={40} />);
		expect(text).toBe(' svc   Projects › shop          3 tests');
	});

	it('keeps the right end on a narrow line', () => {
		const text = frame(<Header crumbs={['Projects', 'a very long name']} headerEnd={[{text: '3 tests'}]} width={26} />);
		expect(text).toBe(' svc   Projects…  3 tests');
	});
});

describe('footer', () => {
	const bindings = [bind('run', 'r', 'run'), bind('filter', '/', 'filter'), bind('hidden', 'z')];

	it('shows keys with a hint, and the fixed ones at the right end', () => {
		const text = frame(<Footer bindings={bindings} fixed={[bind('quit', 'q', 'quit')]} pendingKeys="" width={40} />);
		expect(text).toBe(' r run   / filter               q quit');
	});

	it('leaves out what does not fit, never half of it', () => {
		const text = frame(<Footer bindings={bindings} fixed={[bind('quit', 'q', 'quit')]} pendingKeys="" width={22} />);
		expect(text).toBe(' r run        q quit');
	});

	it('shows the begun chord', () => {
		expect(frame(<Footer bindings={bindings} fixed={[]} pendingKeys="g" width={40} />)).toContain('g …');
	});
});

describe('status line', () => {
	it('says who asks whom, how fast, and how news arrive', () => {
		const text = frame(
			<StatusLine
				profile="default"
				endpoint="local"
				latencyMs={12.4}
				polling={{text: 'live', isGood: true}}
				credits={7.5}
				who={null}
				width={70}
			/>,
		);
		expect(text).toContain('default @ local  ·  12 ms  ·  7.5 credits');
		expect(text.trimEnd().endsWith('● live')).toBe(true);
	});
});

describe('notice', () => {
	it('is cleaned and has a mark besides its colour', () => {
		expect(frame(<Notice notice={{text: 'gone\u0007', tone: 'error'}} width={40} />)).toBe(' ✗ gone');
		expect(frame(<Notice notice={null} width={40} />).trim()).toBe('');
		const saved = {text: 'Saved 9 files to /tmp/work/.svc/runs/run_01m8fw8b26', tone: 'success' as const};
		expect(frame(<Notice notice={saved} width={44} lines={2} />)).toBe(
			' ✓ Saved 9 files to\n   /tmp/work/.svc/runs/run_01m8fw8b26',
		);
	});
});

describe('a list', () => {
	const rows = Array.from({length: 100}, (_, index) => `row ${index}`);
	const list = (top: number, hasEdge = false) => (
		<WindowedList
			rows={rows}
			top={top}
			height={4}
			width={20}
			hasEdge={hasEdge}
			keyOf={row => row}
			renderRow={row => <Text>{row}</Text>}
		/>
	);

	it('draws the rows of its window only, and a scrollbar', () => {
		expect(frame(list(10)).split('\n')).toEqual(
			['row 10', 'row 11', 'row 12', 'row 13'].map((row, line) => row.padEnd(19) + (line === 0 ? '┃' : '│')),
		);
	});

	it('leaves the scrollbar to the line between two panes', () => {
		expect(frame(list(10, true))).not.toMatch(/[┃│]/);
	});

	it.each([
		[100, 0, [0]],
		[100, 96, [3]],
		[8, 2, [1, 2]],
		[5, 1, [1, 2, 3]],
	])('of %i rows at %i has its thumb on lines %j', (count, top, lines) => {
		const bar = scrollbar(count, top, 4, {thumb: '#', track: '|'});
		expect(bar.flatMap((character, line) => (character === '#' ? [line] : []))).toEqual(lines);
	});
});

describe('a menu', () => {
	const choices = [
		{id: 'keep', label: 'Keep it going'},
		{id: 'cancel', label: 'Cancel'},
	];

	it('numbers its choices and marks one', () => {
		const text = frame(
			over(<ChoiceMenu title="Cancel this run" lines={['2 tests run.']} choices={choices} cursor={1} area={area} />),
		);
		expect(text).toContain('Cancel this run');
		expect(text).toContain('2 tests run.');
		expect(text).toMatch(/│ {4}1 {2}Keep it going +│/);
		expect(text).toMatch(/│ {2}❯ 2 {2}Cancel +│/);
	});

	it('moves its mark', () => {
		const menu = (cursor: number) =>
			over(<ChoiceMenu title="Order" lines={[]} choices={choices} cursor={cursor} area={area} />);
		const {rerender, lastFrame} = render(menu(0));
		expect(lastFrame()).toContain('❯ 1');
		rerender(menu(1));
		expect(lastFrame()).toContain('❯ 2');
		expect(lastFrame()).not.toContain('❯ 1');
	});

	it('draws nothing but ASCII where that is asked for', () => {
		const text = asciiFrame(over(<ChoiceMenu title="Order" lines={[]} choices={choices} cursor={0} area={area} />));
		expect(text).toMatch(/^[\x20-\x7E\n]*$/);
	});
});

describe('a question', () => {
	it('tells the word to type, cleaned, and what is typed', () => {
		const text = frame(
			over(
				<ConfirmDialog
					title="Delete"
					lines={['It is gone then.']}
					word={'shop\u001B[31m'}
					field={textField('sho')}
					area={area}
				/>,
			),
		);
		expect(text).toContain('Type shop');
		expect(text).toContain('> sho▏');
		expect(text).toContain('It is gone then.');
	});
});

describe('a form', () => {
	it('shows fields, the one with the keys, notes and errors', () => {
		const text = frame(
			over(
				<Form
					title="New project"
					fields={[
						{kind: 'choice', name: 'type', label: 'Type', options: ['backend', 'frontend'], selected: 1},
						{kind: 'text', name: 'name', label: 'Name', field: textField('shop')},
						{kind: 'text', name: 'url', label: 'Target URL', field: textField(), note: 'optional'},
					]}
					focus={1}
					error="name_taken"
					isBusy={false}
					area={area}
				/>,
			),
		);
		expect(text).toMatch(/Type +backend +\[frontend\]/);
		expect(text).toMatch(/❯ Name +shop▏/);
		expect(text).toMatch(/Target URL +optional/);
		expect(text).toContain('name_taken');
	});

	it('keeps the caret in sight in a long text', () => {
		const text = frame(
			over(
				<Form
					title="New project"
					fields={[{kind: 'text', name: 'name', label: 'Name', field: textField(`${'x'.repeat(200)}end`)}]}
					focus={0}
					error={null}
					isBusy={false}
					area={area}
				/>,
			),
		);
		expect(text).toContain('end▏');
		for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
	});
});

describe('the palette', () => {
	const items = Array.from({length: 30}, (_, index) => ({id: `${index}`, label: `action ${index}`, keys: 'x'}));

	it('keeps the chosen item in sight', () => {
		expect(frame(over(<Palette field={textField('act')} items={items} cursor={25} area={area} />))).toMatch(
			/❯ action 25 +x/,
		);
	});

	it('says when nothing is found', () => {
		const text = frame(over(<Palette field={textField('zzz')} items={[]} cursor={0} area={area} />));
		expect(text).toContain('Nothing by that name.');
		expect(text).toContain('Members, keys, audit log: svc admin, svc keys.');
	});
});

describe('help', () => {
	const sections = [
		{title: 'List', bindings: [bind('down', 'j'), bind('first', 'g g')]},
		{title: 'Everywhere', bindings: [bind('quit', 'q')]},
	];

	it('lists all keys of the place beside what they do', () => {
		const text = frame(<Help head={null} sections={sections} scroll={0} width={100} height={10} />);
		expect(text).toMatch(/List +Everywhere/);
		expect(text).toMatch(/gg +does first/);
		expect(text).toMatch(/q +does quit/);
	});

	it('folds what does not fit beside its key', () => {
		const help = 'copy a prompt for repairing it to the clipboard of the terminal';
		const long = [{title: 'List', bindings: [{...bind('prompt', 'Y'), help}, bind('quit', 'q')]}];
		const lines = frame(<Help head={null} sections={long} scroll={0} width={60} height={10} />).split('\n');
		expect(lines.map(line => line.trimEnd())).toEqual([
			'',
			'   List',
			'   Y  copy a prompt for repairing it to the clipboard of',
			'      the terminal',
			'   q  does quit',
			...lines.slice(5).map(() => ''),
		]);
	});

	it('puts sections one under the other where it is narrow, and scrolls', () => {
		const narrow = (scroll: number) =>
			frame(<Help head={null} sections={sections} scroll={scroll} width={60} height={4} />);
		expect(narrow(0)).toContain('List');
		expect(narrow(0)).not.toContain('Everywhere');
		expect(narrow(99)).toContain('does quit');
	});
});

describe('a panel', () => {
	it('folds and cleans what it says', () => {
		const text = frame(<Panel title="Failed" lines={[`the ${'very '.repeat(30)}end\u0007`]} width={60} height={10} />);
		expect(text).toContain('Failed');
		expect(text).toContain('end');
		for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
	});
});

describe('a pane of text', () => {
	it('shows its lines from the scroll position on, and never past the end', () => {
		const lines = Array.from({length: 10}, (_, index) => [{text: `line ${index}`}]);
		const pane = (scroll: number) => frame(<TextPane lines={lines} scroll={scroll} width={20} height={3} />);
		expect(
			pane(0)
				.split('\n')
				.map(line => line.trim()),
		).toEqual(['line 0', 'line 1', 'line 2']);
		expect(
			pane(99)
				.split('\n')
				.map(line => line.trim()),
		).toEqual(['line 7', 'line 8', 'line 9']);
	});
});

describe('the summary of a batch', () => {
	const members = [
		sampleMember({runId: 'run_1', status: 'passed'}),
		sampleMember({runId: 'run_2', status: 'failed'}),
		sampleMember({runId: 'run_3', status: 'blocked', wave: 2}),
	];

	it('counts verdicts by wave and in all', () => {
		expect(summaryRows(members).map(row => Object.values(row).map(value => value.trim()))).toEqual([
			['1', '2', '1', '1', '0'],
			['2', '1', '0', '0', '1'],
			['all', '3', '1', '1', '1'],
		]);
	});

	it('is told in plain lines where the table does not fit', () => {
		expect(isTableFitting(summaryRows(members), {width: 80, height: 9})).toBe(true);
		expect(isTableFitting(summaryRows(members), {width: 80, height: 8})).toBe(false);
		expect(summaryLines(members).map(line => line.map(({text}) => text).join(''))).toEqual([
			'Wave  Tests  Pass  Fail  Block',
			'1         2     1     1      0',
			'2         1     0     0      1',
			'all       3     1     1      1',
		]);
	});

	it('is drawn as a table, in ASCII where that is asked for', () => {
		const table = frame(<SummaryTable rows={summaryRows(members)} isAscii={false} />);
		expect(table).toContain('│ Wave │ Tests │ Pass │ Fail │ Block │');
		expect(frame(<SummaryTable rows={summaryRows(members)} isAscii />)).toMatch(/^[\x20-\x7E\n]*$/);
	});
});
