const named: Record<string, string> = {
	enter: '\r',
	escape: '\u001B',
	tab: '\t',
	'shift+tab': '\u001B[Z',
	up: '\u001B[A',
	down: '\u001B[B',
	right: '\u001B[C',
	left: '\u001B[D',
	pageup: '\u001B[5~',
	pagedown: '\u001B[6~',
	home: '\u001B[H',
	end: '\u001B[F',
	backspace: '\u007F',
	space: ' ',
};

/** What a terminal sends for a key of the table of bindings; a chord is both of its strokes. */
export const keyBytes = (key: string): string =>
	key
		.split(' ')
		.map(stroke => {
			if (named[stroke] !== undefined) return named[stroke];
			const control = /^ctrl\+(.)$/.exec(stroke)?.[1];
			return control === undefined ? stroke : String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f);
		})
		.join('');
