/** What is drawn besides words. A status glyph always stands before its word, so no meaning hangs on a glyph alone. */
export type Glyphs = {
	/** By tone; see `statusTones`. */
	status: Record<Tone, string>;
	spinner: readonly string[];
	cursor: string;
	marked: string;
	open: string;
	folded: string;
	crumb: string;
	separator: string;
	divider: string;
	rule: string;
	thumb: string;
	track: string;
	barDone: string;
	barOpen: string;
	ellipsis: string;
	caret: string;
	arrow: string;
	/** Where something comes from. */
	from: string;
	produces: string;
	needs: string;
	/** A line that goes on, and the last one, of a tree. */
	branch: string;
	branchEnd: string;
	/** An arrow that goes past rows: where it starts, where it is joined, its last join from above and from below, its head. */
	lane: readonly [string, string, string, string, string];
	/** Low to high. */
	spark: readonly string[];
	/** Corners and sides of a dialog: top left, top right, bottom left, bottom right, horizontal, vertical. */
	box: readonly [string, string, string, string, string, string];
};

/** How a status is to be read; several words share one. */
const tones = ['passed', 'failed', 'blocked', 'running', 'waiting', 'cancelled', 'idle'] as const;
export type Tone = (typeof tones)[number];

const unicode: Glyphs = {
	status: {passed: '✓', failed: '✗', blocked: '◌', running: '●', waiting: '·', cancelled: '−', idle: '○'},
	spinner: ['◐', '◓', '◑', '◒'],
	cursor: '❯',
	marked: '◆',
	open: '▾',
	folded: '▸',
	crumb: '›',
	separator: '·',
	divider: '│',
	rule: '─',
	thumb: '┃',
	track: '│',
	barDone: '━',
	barOpen: '─',
	ellipsis: '…',
	caret: '▏',
	arrow: '→',
	from: '←',
	produces: '↓',
	needs: '↑',
	branch: '├─',
	branchEnd: '└─',
	lane: ['●', '├', '╰', '╭', '▸'],
	spark: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
	box: ['╭', '╮', '╰', '╯', '─', '│'],
};

const ascii: Glyphs = {
	status: {passed: '+', failed: 'x', blocked: '!', running: '*', waiting: '.', cancelled: '-', idle: 'o'},
	spinner: ['|', '/', '-', '\\'],
	cursor: '>',
	marked: '#',
	open: 'v',
	folded: '>',
	crumb: '>',
	separator: '-',
	divider: '|',
	rule: '-',
	thumb: '#',
	track: '|',
	barDone: '=',
	barOpen: '-',
	ellipsis: '~',
	caret: '_',
	arrow: '->',
	from: '<-',
	produces: 'out',
	needs: 'in',
	branch: '|-',
	branchEnd: '`-',
	lane: ['o', '+', '+', '+', '>'],
	spark: ['_', '.', ':', '-', '=', '+', '*', '#'],
	box: ['+', '+', '+', '+', '-', '|'],
};

export const glyphSets = {unicode, ascii};

const statusTones: Record<string, Tone> = {
	passed: 'passed',
	pass: 'passed',
	failed: 'failed',
	blocked: 'blocked',
	running: 'running',
	queued: 'waiting',
	pending: 'waiting',
	cancelled: 'cancelled',
	skipped: 'cancelled',
	draft: 'idle',
	ready: 'idle',
	done: 'passed',
	repaired: 'passed',
};

/** Tone of any status word of the wire, whatever its case; words this version does not know are idle. */
export const toneOf = (status: string): Tone => statusTones[status.toLowerCase()] ?? 'idle';
