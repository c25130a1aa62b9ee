import type {Tone} from './glyphs.ts';

/** Attributes of a piece of text, in Ink's words. */
export type TextStyle = {
	color?: string;
	backgroundColor?: string;
	dimColor?: boolean;
	bold?: boolean;
	inverse?: boolean;
	underline?: boolean;
};

/** Meaning, not hue: components ask for a role; a role may be a colour, an attribute or nothing. */
export type Role =
	| Tone
	| 'title'
	| 'brand'
	| 'accent'
	| 'muted'
	| 'key'
	| 'selected'
	| 'selectedRow'
	| 'danger'
	| 'match'
	/** Pieces of code. */
	| 'keyword'
	| 'string'
	| 'number';
export type Theme = Record<Role, TextStyle>;

/** The terminal's own sixteen colours on its own background: readable wherever the user's shell is. */
const ansi: Theme = {
	passed: {color: 'green'},
	failed: {color: 'red'},
	blocked: {color: 'yellow'},
	running: {color: 'cyan'},
	waiting: {dimColor: true},
	cancelled: {dimColor: true},
	idle: {dimColor: true},
	title: {bold: true},
	brand: {inverse: true, bold: true},
	accent: {color: 'blue'},
	muted: {dimColor: true},
	key: {color: 'magenta'},
	selected: {color: 'magenta', bold: true},
	selectedRow: {bold: true},
	danger: {color: 'red', bold: true},
	match: {underline: true},
	keyword: {color: 'magenta'},
	string: {color: 'green'},
	number: {color: 'cyan'},
};

const dark: Theme = {
	...ansi,
	passed: {color: '#9ece6a'},
	failed: {color: '#f7768e'},
	blocked: {color: '#e0af68'},
	running: {color: '#7dcfff'},
	brand: {color: '#1a1b26', backgroundColor: '#7aa2f7', bold: true},
	accent: {color: '#7aa2f7'},
	muted: {color: '#737aa2'},
	waiting: {color: '#737aa2'},
	cancelled: {color: '#737aa2'},
	idle: {color: '#737aa2'},
	key: {color: '#bb9af7'},
	selected: {color: '#bb9af7', bold: true},
	selectedRow: {backgroundColor: '#292e42', bold: true},
	danger: {color: '#f7768e', bold: true},
	keyword: {color: '#bb9af7'},
	string: {color: '#9ece6a'},
	number: {color: '#ff9e64'},
};

const light: Theme = {
	...ansi,
	passed: {color: '#3f6e12'},
	failed: {color: '#b3243f'},
	blocked: {color: '#835400'},
	running: {color: '#006579'},
	brand: {color: '#ffffff', backgroundColor: '#2e5cc5', bold: true},
	accent: {color: '#2e5cc5'},
	muted: {color: '#5d6488'},
	waiting: {color: '#5d6488'},
	cancelled: {color: '#5d6488'},
	idle: {color: '#5d6488'},
	key: {color: '#6a3fc0'},
	selected: {color: '#6a3fc0', bold: true},
	selectedRow: {backgroundColor: '#e0e5f6', bold: true},
	danger: {color: '#b3243f', bold: true},
	keyword: {color: '#6a3fc0'},
	string: {color: '#3f6e12'},
	number: {color: '#835400'},
};

/** `NO_COLOR`: bold, inverse and underline only. */
const none: Theme = {
	passed: {},
	failed: {bold: true},
	blocked: {underline: true},
	running: {},
	waiting: {},
	cancelled: {},
	idle: {},
	title: {bold: true},
	brand: {inverse: true},
	accent: {bold: true},
	muted: {},
	key: {bold: true},
	selected: {bold: true},
	selectedRow: {inverse: true},
	danger: {bold: true},
	match: {underline: true},
	keyword: {},
	string: {},
	number: {},
};

export const themes = {ansi, dark, light, none};
export type ThemeName = keyof typeof themes;
export const themeNames = Object.keys(themes) as ThemeName[];

/** The asked-for theme; `none` where `NO_COLOR` is set and not empty, whatever was asked for. */
export const pickTheme = (name: ThemeName, env: Record<string, string | undefined>): Theme =>
	env['NO_COLOR'] ? none : themes[name];
