const labels: Record<string, string> = {
	enter: 'Enter',
	escape: 'Esc',
	space: 'Space',
	tab: 'Tab',
	'shift+tab': 'Shift-Tab',
	up: 'Up',
	down: 'Down',
	left: 'Left',
	right: 'Right',
	pageup: 'PgUp',
	pagedown: 'PgDn',
	home: 'Home',
	end: 'End',
	backspace: 'Backspace',
};

/** A key as people write it: `ctrl+d` is `Ctrl-d`, `g g` is `gg`. */
export function keyLabel(key: string): string {
	const strokes = key.split(' ').map(stroke => labels[stroke] ?? stroke.replace(/^ctrl\+/, 'Ctrl-'));
	return strokes.every(stroke => [...stroke].length === 1) ? strokes.join('') : strokes.join(' ');
}
