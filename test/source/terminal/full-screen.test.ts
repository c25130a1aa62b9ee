import {EventEmitter} from 'node:events';
import {mkdtempSync, openSync, closeSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type ExitSignal, FullScreen, holdOutput} from '../../../source/terminal/full-screen.ts';

function createScreen({mouse = false, fd}: {mouse?: boolean; fd?: number} = {}) {
	const written: string[] = [];
	const events = new EventEmitter();
	const signals: ExitSignal[] = [];
	const abruptEnds: string[] = [];
	const screen = new FullScreen({
		output: {
			write: data => {
				written.push(data);
				return true;
			},
			...(fd === undefined ? {} : {fd}),
		},
		exitEvents: events,
		mouse,
		summary: () => 'svc: closed',
		onSignal: signal => signals.push(signal),
		onAbruptEnd: () => abruptEnds.push(written.join('')),
	});
	return {screen, written, events, signals, abruptEnds};
}

const leaving = '\u001B[?25h\u001B[?1049l';

describe('the full screen', () => {
	it('enters the alternate screen, and leaves it with the cursor shown and one line behind', () => {
		const {screen, written} = createScreen();
		screen.enter();
		expect(written.join('')).toContain('\u001B[?1049h');
		screen.leave();
		expect(written.join('')).toContain(leaving);
		expect(written.at(-1)).toBe('svc: closed\n');
	});

	it('undoes every mode it set', () => {
		const {screen, written} = createScreen({mouse: true});
		screen.enter();
		screen.leave();
		const all = written.join('');
		for (const [, mode] of all.matchAll(/\u001B\[\?(\d+)h/g))
			if (mode !== '25' && mode !== '7') expect(all, mode).toContain(`\u001B[?${mode}l`);
		expect(all.lastIndexOf('\u001B[?25h')).toBeGreaterThan(all.lastIndexOf('\u001B[?25l'));
	});

	it('asks for mouse reports only when they are wanted', () => {
		const {screen, written} = createScreen();
		screen.enter();
		screen.leave();
		expect(written.join('')).not.toContain('1000');
	});

	it.each(['uncaughtExceptionMonitor', 'exit'])('is left at once on %s', event => {
		const {screen, written, events, abruptEnds} = createScreen();
		screen.enter();
		events.emit(event);
		expect(abruptEnds).toEqual([expect.not.stringContaining(leaving)]);
		expect(written.at(-1)).toContain(leaving);
		expect(written.at(-1)).toContain('svc: closed\n');
	});

	it('is left by a write that cannot be lost where the stream has a descriptor', () => {
		const folder = mkdtempSync(join(tmpdir(), 'svc-screen-'));
		const file = join(folder, 'out');
		const fd = openSync(file, 'w');
		const {screen, events} = createScreen({fd});
		screen.enter();
		events.emit('exit');
		closeSync(fd);
		expect(readFileSync(file, 'utf8')).toContain(`${leaving}\u001B[23;0tsvc: closed\n`);
		rmSync(folder, {recursive: true});
	});

	it('survives a terminal that is gone', () => {
		const {screen, events} = createScreen({fd: 987_654});
		screen.enter();
		expect(() => events.emit('exit')).not.toThrow();
	});

	it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)('hands %s on', signal => {
		const {screen, events, signals} = createScreen();
		screen.enter();
		events.emit(signal);
		expect(signals).toEqual([signal]);
	});

	it('forgets signals and crashes when it is left', () => {
		const {screen, written, events} = createScreen();
		screen.enter();
		screen.leave();
		const count = written.length;
		for (const event of events.eventNames()) expect(events.listenerCount(event)).toBe(0);
		events.emit('exit');
		expect(written).toHaveLength(count);
	});

	it('prints its line once, also when it is left twice', () => {
		const {screen, written} = createScreen();
		screen.enter();
		screen.leave();
		screen.leave();
		expect(written.join('').match(/svc: closed/g)).toHaveLength(1);
	});

	it('can be given away and taken back without a line', () => {
		const {screen, written} = createScreen();
		screen.enter();
		screen.hide();
		expect(written.at(-1)).toContain(leaving);
		screen.show();
		expect(written.at(-1)).toContain('\u001B[?1049h');
		expect(written.join('')).not.toContain('svc: closed');
	});
});

describe('held output', () => {
	it('comes out afterwards, in its order', () => {
		const written: string[] = [];
		const stream = {write: (text: string) => written.push(text)};
		const release = holdOutput(stream);
		stream.write('one');
		stream.write('two');
		expect(written).toEqual([]);
		release();
		stream.write('three');
		expect(written).toEqual(['one', 'two', 'three']);
	});
});
