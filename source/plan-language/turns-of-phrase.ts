import {begins, isShort, type Rewording, when} from './rewording.ts';
import type {Token} from './tokens.ts';
import {isVerb} from './words.ts';

const isQuoted = (tokens: readonly Token[]) => tokens.length === 1 && tokens[0]!.kind === 'quoted';
/** `10`, `1-10`. */
const isCount = (tokens: readonly Token[]) => tokens.length === 1 && /^\d+(?:[-–]\d+)?$/.test(tokens[0]!.text);
const isName = (tokens: readonly Token[]) => isShort(tokens) && !isVerb(tokens[0]);
const isValueName = (tokens: readonly Token[]) => tokens.length === 1 && /^[A-Z][A-Z0-9_]+$/.test(tokens[0]!.text);
const isPath = (tokens: readonly Token[]) => tokens.length === 1 && /^(?:\/|https?:)/.test(tokens[0]!.text);
const rising = '(lowest|cheapest|smallest|oldest|earliest|shortest|fewest|least|slowest|lightest|nearest|closest)';
const falling =
	'(highest|dearest|largest|biggest|newest|latest|longest|most|fastest|heaviest|farthest|most expensive|most recent)';
const sortedBy = '(are|is|should be) (listed|sorted|ordered|shown|arranged) by {column}';
const kept = '(remembered|noted|saved|stored|kept|captured|written down)';

/** Sayings of testers that the other forms do not know: each in words that they do. */
export const turnsOfPhrase: Rewording[] = [
	...when(
		'action',
		[
			'(submit|send|save) (the|an|a) (empty|blank|unfilled) {form}',
			'(submit|send|save) {form} (empty|blank|unfilled|with all fields empty|with empty fields|with no data|without data|without any data)',
		],
		'{first} the {form} without filling in anything',
		({form}) => form!.some(({lower}) => lower === 'form') && form!.length <= 4,
	),
	// Where one is, and the windows of the browser
	...when('action', ['{who} (is|are|am) (at|on) {path}'], 'go to {path}', ({path}) => isPath(path!)),
	...when(
		'action',
		['go forward (in|through|with|using) [the] [browser|browser history|history]', 'go forward in the browser history'],
		'go forward',
	),
	...when('action', ['go back (in|through|with|using) [the] (browser history|history|browser)'], 'go back'),
	...when(
		'action',
		['(back|return) to [the] (first|original|main) [browser] (tab|window)', 'back to [the] (first|original) {tab}'],
		'switch to the first tab',
	),
	...when(
		'action',
		['close [the] [browser] (tab|window) (that|which) [just|has|has just|was|was just] (opened|appeared)'],
		'close the tab',
	),
	...when(
		'action',
		['(make|bring|shrink|widen|enlarge) [the] [browser] (window|viewport|screen) [to] {size}'],
		'resize the window to {size}',
	),
	// Menus and places in front
	...when(
		'action',
		[
			'(from|in|on|using|via) the (left|right|top|main|side|left-hand|right-hand|upper|bottom) (menu|navigation|sidebar|nav|navigation bar|nav bar|toolbar) [,] {act}',
		],
		'{act}',
		begins('act'),
	),
	...when(
		'action',
		['open {page} (through|via|from|using|in) the {menu} menu'],
		'click the {menu} menu, then click {page}',
		({page, menu}) => isQuoted(page!) && isShort(menu!),
	),
	...when(
		'action',
		[
			'(use|take) the {kind} search to (look for|search for|find) {value}',
			'(use|take) the search [box|field|bar] to (look for|search for|find) {value}',
		],
		'search for "{value}"',
		({value}) => value!.length <= 5,
	),
	// Rows
	...when(
		'action',
		['{verb} {row} (with|using|via|by) the {control} (beside|next to|near|behind|after) (it|him|her|them)'],
		'click the {control} in the row of {row}',
		({verb, row, control}) => verb!.length === 1 && isVerb(verb![0]) && isQuoted(row!) && isShort(control!),
	),
	// Typing, choosing, keeping
	...when(
		'action',
		['(paste|key in|punch in|insert|copy) {value} (into|in) {field}'],
		'type {value} into {field}',
		({value}) => isQuoted(value!),
	),
	...when(
		'action',
		['(fill|fill in|fill out|complete) {field} with : {value}'],
		'type "{value}" into {field}',
		({field}) => isShort(field!),
	),
	...when(
		'action',
		['(blank out|wipe|wipe out|empty out) {thing}'],
		'clear the {thing} field',
		({thing}) => isShort(thing!) && !/^(?:field|box|input)$/.test(thing!.at(-1)!.lower),
	),
	...when(
		'action',
		[
			'(make a note of|take a note of|take note of|make note of) {thing} as {name}',
			'(make a note of|take a note of|take note of|make note of) {thing} , {aside} as {name}',
			'(copy|write|note|take|jot) {thing} down as {name}',
			'(copy|write|note|take|jot) {thing} down as {name} for (later|later use|the next step)',
			'(remember|save|store|keep|note|copy) {thing} as {name} for (later|later use|the next step)',
		],
		'remember {thing} as {name}',
		({thing, name}) => isShort(thing!) && isValueName(name!),
	),
	// Pointer and dialogs
	...when('action', ['hold [the|your] (mouse|pointer|cursor) (over|on|above) {thing}'], 'hover over {thing}'),
	...when(
		'action',
		[
			'wait for {thing} to (go away|vanish|be gone|finish|close|fade|clear)',
			'wait until {thing} (goes away|vanishes|is gone|has gone|fades)',
		],
		'wait for {thing} to disappear',
	),
	...when(
		'action',
		['(download|export) {thing} (using|with|via|by clicking) {control}'],
		'click {control} and wait for the download',
		({thing, control}) => isShort(thing!) && isQuoted(control!),
	),
	// Claims
	...when(
		'assertion',
		[
			'no {thing} (on|in) [this|the] (page|screen|view|site)',
			'no {thing} (here|anywhere|visible|shown|any more|anymore)',
		],
		'{thing} is not visible',
		({thing}) => isQuoted(thing!.slice(0, 1)),
	),
	...when(
		'assertion',
		['{row} (is|are) (shown|listed|marked|displayed|flagged) as {value} in the {column} column'],
		'the {column} of {row} is {value}',
		({row, value, column}) => isShort(row!) && isShort(value!) && isShort(column!),
	),
	...when(
		'assertion',
		[`{things} ${sortedBy} [,] [with|from] [the] ${rising} first`],
		'{things} are sorted by {column} ascending',
	),
	...when(
		'assertion',
		[`{things} ${sortedBy} [,] [with|from] [the] ${falling} first`],
		'{things} are sorted by {column} descending',
	),
	...when(
		'assertion',
		['{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) [from] (a to z|a-z) by {column}'],
		'{things} are sorted by {column} ascending',
	),
	...when(
		'assertion',
		['{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) [from] (z to a|z-a) by {column}'],
		'{things} are sorted by {column} descending',
	),
	...when(
		'assertion',
		['{thing} (is|are) (given|recorded|stored) as {value}'],
		'{thing} is "{value}"',
		({thing, value}) => isName(thing!) && value!.length <= 6,
	),
	...when(
		'assertion',
		['{thing} (stands|sits|stays|remains|rests) (at|on) {value}'],
		'{thing} is {value}',
		({thing, value}) => isName(thing!) && value!.length === 1,
	),
	...when(
		'assertion',
		['{thing} (still has|still holds|still shows|still contains|still says|still reads) {value}'],
		'{thing} is {value}',
		({thing, value}) => isName(thing!) && value!.length === 1,
	),
	...when(
		'assertion',
		[
			`{thing} (is the same as|equals|is equal to|matches|is) (the|our|that) ${kept} {name}`,
			`{thing} (is the same as|equals|is equal to|matches|is) (the|our|that) {name} (we|i|you) (noted|remembered|saved|kept|stored) [earlier|before|above]`,
		],
		'{thing} is "VAR_{name}"',
		({thing, name}) => isShort(thing!) && isValueName(name!),
	),
	...when(
		'assertion',
		[
			'(get|gets|got|come|comes|came) [back] to {page}',
			'(we|i|you|he|she|they) (get|gets|got|come|comes|came) [back] to {page}',
		],
		'I am on {page}',
	),
	...when(
		'assertion',
		[
			'[the] [request|call] {method} {path} (came back|comes back|returned|returns|responded|responds|is answered|was answered|ended) [with] [status|code|a|an] {status}',
		],
		'{method} {path} answered {status}',
		({method, path, status}) =>
			/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method![0]!.text) &&
			path!.length === 1 &&
			/^\d{3}$/.test(status![0]!.text),
	),
	...when(
		'assertion',
		["{place} (does not|doesn't|do not|don't) (show|display|have|list|contain) [the|a|an] {text} {kind}"],
		'{place} does not contain {text}',
		({place, text, kind}) => isName(place!) && isQuoted(text!) && kind!.length === 1,
	),
	...when('assertion', ['[the|a] tooltip (says|shows|reads|is) {value}'], '{value} is visible', ({value}) =>
		isQuoted(value!),
	),
];

/** These look like something else as they stand: a choice, a click, a control. */
export const firstTurns: Rewording[] = [
	...when(
		'action',
		['{field} : (choose|select|pick) {value}'],
		'select "{value}" in "{field}"',
		({field, value}) => isName(field!) && isShort(value!),
	),
	...when(
		'assertion',
		[
			'{place} (shows|says|displays|reads) [items|entries|results|rows] {one} of {all} {things}',
			'{place} (shows|says|displays|reads) [items|entries|results|rows] {one} of {all}',
		],
		'"{one} of {all}" is visible',
		({place, one, all}) => isName(place!) && isCount(one!) && isCount(all!),
	),
	...when(
		'assertion',
		['page {one} of {all} (is|are) (shown|visible|displayed|open|selected)', 'page {one} of {all}'],
		'"Page {one} of {all}" is visible',
		({one, all}) => isCount(one!) && isCount(all!),
	),
	...when(
		'assertion',
		[
			'{field} (field|box|input) (has|should have|must have|shows|displays|gives|says|reports|should show|should display|must show) [the|an|a] (error|error message|validation error|validation message|message|warning) {text}',
		],
		'the error of {field} field is {text}',
		({field, text}) => isName(field!) && isQuoted(text!),
	),
	...when(
		'action',
		['(change|switch) [the|my|your|its] {field} from {old} to {value}'],
		'change "{field}" from "{old}" to "{value}"',
		({field, old, value}) => isName(field!) && isShort(old!) && isShort(value!),
	),
	...when(
		'action',
		[
			'(confirm|accept|answer|acknowledge) (the|that|this) (browser|native|javascript|js) (question|prompt|popup|dialog|message|box|confirm|confirmation) [with|by clicking|by pressing] [ok|yes]',
		],
		'accept the confirmation',
	),
	...when(
		'action',
		[
			'(dismiss|cancel|decline|reject|close) (the|that|this) (browser|native|javascript|js) (question|prompt|popup|dialog|message|box|confirm|confirmation)',
		],
		'dismiss the confirmation',
	),
];
