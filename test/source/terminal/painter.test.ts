import {EventEmitter} from 'node:events';
import {describe, expect, it} from 'vitest';
import {Painter} from '../../../source/terminal/painter.ts';

function createTarget(columns = 20, rows = 4) {
	const written: string[] = [];
	const target = Object.assign(new EventEmitter(), {
		columns,
		rows,
		write: (data: string) => {
			written.push(data);
			return true;
		},
	});
	return {target, written, painter: new Painter(target)};
}

/** What Ink writes before a frame: it erases the one before. */
const erase = '\u001B[2K\u001B[1A\u001B[2K\u001B[G';
const addresses = (data: string) => [...data.matchAll(/\u001B\[(\d+);1H/g)].map(([, row]) => Number(row));

describe('the painter', () => {
	it('tells Ink of one row more than there is, so that Ink never clears the terminal', () => {
		const {painter} = createTarget(80, 24);
		expect(painter.rows).toBe(25);
		expect(painter.columns).toBe(80);
	});

	it('draws the first frame whole, on a cleared screen', () => {
		const {painter, written} = createTarget();
		painter.write('one\ntwo\n');
		expect(written).toHaveLength(1);
		expect(written[0]).toContain('\u001B[2J');
		expect(addresses(written[0] ?? '')).toEqual([1, 2]);
	});

	it('writes only the lines that changed, each at its address, in one block', () => {
		const {painter, written} = createTarget();
		painter.write('one\ntwo\nthree\n');
		painter.write(`${erase}one\n2\nthree\n`);
		expect(written[1]).toBe('\u001B[?2026h\u001B[?7l\u001B[2;1H\u001B[K2\u001B[0m\u001B[?7h\u001B[?2026l');
	});

	it('clears lines that the new frame does not have', () => {
		const {painter, written} = createTarget();
		painter.write('one\ntwo\n');
		painter.write(`${erase}one\n`);
		expect(written[1]).toContain('\u001B[2;1H\u001B[K\u001B[0m');
	});

	it('erases a line before it writes it: behind a full line the cursor stands on the last cell of it', () => {
		const {painter, written} = createTarget(8, 2);
		painter.write('12345678\n');
		expect(written[0]).toMatch(/\u001B\[K12345678/);
		expect(written[0]).not.toMatch(/12345678.*\u001B\[K/);
	});

	it('writes nothing for a frame that is shown already', () => {
		const {painter, written} = createTarget();
		painter.write('one\n');
		painter.write(`${erase}one\n`);
		expect(written).toHaveLength(1);
	});

	it('drops erasing, full clears and scrollback clears of Ink', () => {
		const {painter, written} = createTarget();
		painter.write(erase);
		painter.write('\u001B[2J\u001B[3J\u001B[H');
		expect(written).toEqual([]);
		painter.write('\u001B[2J\u001B[3J\u001B[Hframe');
		expect(written[0]).not.toContain('\u001B[3J');
		expect(written[0]).toContain('\u001B[1;1H\u001B[Kframe');
	});

	it('hands on requests such as hiding the cursor', () => {
		const {painter, written} = createTarget();
		painter.write('\u001B[?25l');
		expect(written).toEqual(['\u001B[?25l']);
	});

	it('never writes a line break, so nothing scrolls, and cuts a frame that is too tall', () => {
		const {painter, written} = createTarget(20, 3);
		painter.write('1\n2\n3\n4\n5\n');
		expect(written.join('')).not.toContain('\n');
		expect(addresses(written.join(''))).toEqual([1, 2, 3]);
	});

	it('draws everything again after a resize', () => {
		const {painter, target, written} = createTarget();
		painter.write('one\ntwo\n');
		target.columns = 30;
		painter.write(`${erase}one\ntwo\n`);
		expect(written[1]).toContain('\u001B[2J');
		expect(addresses(written[1] ?? '')).toEqual([1, 2]);
	});

	it('tells of a resize', () => {
		const {painter, target} = createTarget();
		let resizes = 0;
		painter.on('resize', () => resizes++);
		target.emit('resize');
		painter.close();
		target.emit('resize');
		expect(resizes).toBe(1);
	});

	it('is silent while another program has the terminal, and then shows the latest frame', () => {
		const {painter, written} = createTarget();
		painter.write('one\n');
		painter.hold();
		painter.write(`${erase}two\n`);
		painter.write('\u001B[?25h');
		expect(written).toHaveLength(1);
		painter.resume();
		expect(written[1]).toContain('\u001B[1;1H\u001B[Ktwo');
	});
});
