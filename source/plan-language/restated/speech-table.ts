/**
 * How people say what they see, in other words than the families know: `(a|b)` one of these, `[a]` that or nothing. Each is
 * said again as what stands behind it, wherever it stands outside quotes and no data have begun.
 */
export type Saying = {
	from: string;
	to: string;
	/** `verb`: something stands in front of it, and nothing behind it that it does so with; `says`: something stands at both sides; `end`: the claim ends there, or says where. */
	kind: 'verb' | 'says' | 'phrase' | 'end';
	/** Only where the sentence is in no form as it stands. */
	isLate?: true;
};

const has = '(has|have|had) [just|now|also]';
const particles: Array<[verbs: string, particles: string]> = [
	['(pops|pop|popped|comes|come|came|turns|turn|turned|crops|crop|cropped|flashes|flash|flashed|springs|sprang)', 'up'],
	['(shows|show|showed|lights|bobs|pushes)', 'up'],
	['(slides|slide|slid|flies|fly|flew|fades|fade|faded)', 'in'],
	['(drops|drop|dropped|folds|folded|rolls|rolled|unrolls|comes|come|came)', 'down'],
	['(slides|slid|swings|swung|folds|flies|flips|flipped|springs|pops)', 'open'],
	['(comes|come|came|slides|slid|pops|scrolls|swims)', 'into view'],
	['(comes|come|came|pops|popped)', 'onto the (screen|page)'],
	['(opens|open|opened)', '(up|out)'],
];
const perfect: Array<[verbs: string, particles: string]> = [
	['(popped|come|turned|cropped|flashed|sprung|shown|opened|lit)', 'up'],
	['(slid|flown|faded|come|dropped)', 'in'],
	['(dropped|folded|rolled|come|slid)', 'down'],
	['(slid|swung|folded|flipped|sprung|popped)', 'open'],
	['(come|slid|popped|scrolled)', 'into view'],
	['opened', '(up|out)'],
];

const appearing: Saying[] = [
	...perfect.map(([verb, particle]) => ({from: `${has} ${verb} ${particle}`, to: 'appears', kind: 'verb' as const})),
	...particles.map(([verb, particle]) => ({from: `${verb} ${particle}`, to: 'appears', kind: 'verb' as const})),
	{from: `${has} (emerged|surfaced|materialised|materialized|arisen)`, to: 'appears', kind: 'verb'},
	{
		from: '(emerges|surfaces|materialises|materializes|is showing|are showing|is showing up)',
		to: 'appears',
		kind: 'verb',
	},
	{from: '(greets|welcomes) (me|us|you|the user) with', to: 'shows', kind: 'says'},
	{from: '(greets|welcomes|awaits) (me|us|you|the user)', to: 'appears', kind: 'verb'},
	{
		from: '(is|are) [still] (on show|on display|on view|in sight|in evidence|around|to be seen|up there|on screen)',
		to: 'is visible',
		kind: 'verb',
	},
	{from: '(is|are) up', to: 'is visible', kind: 'verb', isLate: true},
	{from: 'can [still|now] be (seen|found|read|made out|spotted)', to: 'is visible', kind: 'verb'},
	{from: '(sits|sit|stands|stand|lives|lies|hangs|floats)', to: 'is visible', kind: 'verb', isLate: true},
];

const vanishing: Saying[] = [
	{
		from: '(is|are) nowhere [to be seen|to be found|in sight|to be read|on the page|on the screen]',
		to: 'is not visible',
		kind: 'verb',
	},
	{
		from: '(is|are) (out of sight|off the page|off the screen|off screen|not around|no longer around|no more|history)',
		to: 'is not visible',
		kind: 'verb',
	},
	{
		from: '(is|are) (not|no longer|never) (to be seen|to be found|on show|on display|in sight|around)',
		to: 'is not visible',
		kind: 'verb',
	},
	{
		from: '(can not|cannot|can no longer|could not) be (seen|found|spotted|made out) [anywhere]',
		to: 'is not visible',
		kind: 'verb',
	},
	{
		from: '(has|have) (gone|gone away|gone missing|left the page|left the screen|closed itself|closed|faded away|faded out|slid away|slid out|dropped out|been closed|cleared off|shut)',
		to: 'is gone',
		kind: 'verb',
	},
	{
		from: '(went away|fades away|fades out|slides away|closes itself|closed itself)',
		to: 'is gone',
		kind: 'verb',
		isLate: true,
	},
	{from: '(is|are) shut [again]', to: 'is closed', kind: 'verb', isLate: true},
	{from: '(is|are) closed again', to: 'is closed', kind: 'verb', isLate: true},
];

const telling: Saying[] = [
	{from: '(tells|told) (me|us|you|the user)', to: 'says', kind: 'says'},
	{from: '(lets|let) (me|us|you|the user) know', to: 'says', kind: 'says'},
	{from: '(bears|carries|sports|wears|mentions|features|spells out|prints)', to: 'shows', kind: 'says', isLate: true},
	{
		from: '(does not|no longer|never) (mention|mentions|carry|carries|bear|bears|feature|features)',
		to: 'does not show',
		kind: 'says',
	},
	{from: '(with the words|with the wording|with the text|with the message) (on it|in it)', to: '', kind: 'phrase'},
];

const counting: Saying[] = [
	{from: '(just|only) (the one|a single|one single)', to: 'exactly one', kind: 'phrase'},
	{from: '(just|only) one', to: 'exactly one', kind: 'phrase'},
	{from: '(just|only) the (two|three|four|five|six)', to: 'exactly', kind: 'phrase'},
	{from: '(not a single|not one)', to: 'no', kind: 'phrase'},
	{from: '(a single|a sole|one single|one lone|a lone|the one and only)', to: 'exactly one', kind: 'phrase'},
	{from: '(in total|in all|altogether|overall)', to: '', kind: 'phrase'},
];

const idle: Saying[] = [
	{
		from: '(this time|this time round|this time around|by now|by then|for good|for real|any longer|straight away|straightaway|right away|at last|at long last|in the end|in the meantime|meanwhile|as of now|at present|for the moment|these days|all of a sudden|suddenly|promptly|duly|eventually|instantly|of course|as well|at once|at this point|at this stage|right now|as we speak|so far|once and for all)',
		to: '',
		kind: 'phrase',
	},
];

const placing: Saying[] = [
	{from: 'anywhere (on the page|on the screen|on this page)', to: '', kind: 'phrase'},
	{from: 'entitled', to: 'titled', kind: 'phrase'},
	{from: '(cursor|caret|focus) (sits|stands|blinks|rests|lies) in', to: '*1 is in', kind: 'phrase'},
	{from: '(see|sees) both', to: '*1', kind: 'phrase'},
	{from: '(breadcrumb|breadcrumbs|trail) (goes|runs|go|run)', to: '*1 contains', kind: 'phrase'},
	{from: '(has|have) (switched|turned|flipped|gone over|jumped) to', to: 'is', kind: 'says'},
	{from: '(any more|anymore)', to: '', kind: 'end'},
	{from: '(sits|sit|lives|lies|hangs) (in|inside|within)', to: 'is visible *2', kind: 'says'},
	{from: '(both|all|none|each|any) of the boxes (is|are)', to: '*1 of the checkboxes *2', kind: 'phrase'},
	{
		from: '(right|just|directly) (beside|next to|below|under|underneath|beneath|above|in|at|inside)',
		to: '*2',
		kind: 'phrase',
	},
	{from: '(up|over|down|out|back) (in|on) (the|my|your|its)', to: '*2 *3', kind: 'phrase'},
	{from: '(underneath|beneath)', to: 'below', kind: 'phrase'},
	{from: 'alongside', to: 'next to', kind: 'phrase'},
	{from: 'the (bar|strip|ribbon) (at the top|up top|along the top|across the top)', to: 'the top bar', kind: 'phrase'},
];

const things: Saying[] = [
	{from: '(a|the|this|another|that) pop up', to: '*1 pop-up', kind: 'phrase'},
	{
		from: '(a|the|this|another) (confirmation|alert|confirm|prompt|warning|question) (box|window|pop-up|popup)',
		to: '*1 dialog',
		kind: 'phrase',
	},
	{
		from: '(the|a) (list of suggestions|suggestion list|suggestions list) (is|has|shows|opens|appears)',
		to: 'the list *3',
		kind: 'phrase',
	},
	{from: 'side (panel|drawer|pane)', to: 'sidebar', kind: 'phrase'},
	{from: '(the page|the browser) [its] (address|location) [bar|line|field]', to: 'the URL', kind: 'phrase'},
];

export const sayings: Saying[] = [...things, ...counting, ...placing, ...vanishing, ...appearing, ...telling, ...idle];
