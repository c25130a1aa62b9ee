import {EventEmitter} from 'node:events';
import {describe, expect, it} from 'vitest';
import {Keyboard} from '../../../source/terminal/keyboard.ts';

function createKeyboard() {
	const modes: string[] = [];
	const source = Object.assign(new EventEmitter(), {
		setEncoding: () => undefined,
		setRawMode: (isRaw: boolean) => modes.push(isRaw ? 'raw' : 'cooked'),
		resume: () => modes.push('reading'),
		pause: () => modes.push('paused'),
	});
	const keyboard = new Keyboard(source);
	const read: string[] = [];
	keyboard.on('readable', () => {
		for (let chunk = keyboard.read(); chunk !== null; chunk = keyboard.read()) read.push(chunk);
	});
	return {source, keyboard, read, modes};
}

describe('the keyboard', () => {
	it('hands on what is typed', () => {
		const {source, keyboard, read} = createKeyboard();
		keyboard.setRawMode(true);
		source.emit('data', 'jjj');
		expect(read).toEqual(['jjj']);
	});

	it('joins a key that comes in two reads', () => {
		const {source, keyboard, read} = createKeyboard();
		keyboard.setRawMode(true);
		source.emit('data', 'j\u001B[');
		source.emit('data', 'A');
		source.emit('data', '\u001BO');
		source.emit('data', 'B');
		expect(read).toEqual(['j', '\u001B[A', '\u001BOB']);
	});

	it('hands on Esc alone at once', () => {
		const {source, keyboard, read} = createKeyboard();
		keyboard.setRawMode(true);
		source.emit('data', '\u001B');
		expect(read).toEqual(['\u001B']);
	});

	it('reads nothing while another program has the terminal', () => {
		const {source, keyboard, read, modes} = createKeyboard();
		keyboard.setRawMode(true);
		keyboard.release();
		expect(modes).toEqual(['raw', 'reading', 'cooked', 'paused']);
		source.emit('data', 'for the editor');
		expect(read).toEqual([]);
		keyboard.take();
		expect(modes.slice(-2)).toEqual(['raw', 'reading']);
		source.emit('data', 'q');
		expect(read).toEqual(['q']);
	});

	it('takes keys from the start, and hands them on when somebody listens', async () => {
		const {source, keyboard, modes} = createKeyboard();
		keyboard.removeAllListeners('readable');
		keyboard.open();
		expect(modes).toEqual(['raw', 'reading']);
		source.emit('data', 'q');
		keyboard.setRawMode(true);
		const chunk = await new Promise(resolve => keyboard.once('readable', () => resolve(keyboard.read())));
		expect(chunk).toBe('q');
	});

	it('stays released when nobody wants keys any more', () => {
		const {keyboard, modes} = createKeyboard();
		keyboard.setRawMode(true);
		keyboard.setRawMode(false);
		keyboard.take();
		expect(modes.at(-1)).toBe('paused');
	});
});
