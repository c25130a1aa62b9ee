import type {Token} from '../tokens.ts';
import {begins, type Rewording, when} from '../rewording.ts';
import {holding, isControl, isFile, isKey, isRecord, isSureKey, isThing} from './guards.ts';

const clicks = '(click|click on|press|tap|tap on|hit|push|use|select)';
const point = '(:|->|→|=>|-|–)';
const mouse = '(the|your|a) (mouse|pointer|cursor|mouse pointer|mouse cursor)';
const one = holding({thing: tokens => isThing(tokens) && !tokens.some(({lower}) => /^browser(?:'s)?$/.test(lower))});
const both = holding({thing: isThing, row: isRecord});
const placed = holding({thing: isThing, place: isThing});
const upload = holding({file: isFile, field: isThing});
const row = '(row|line|entry|card|tile|record|item|list item|table row)';

/** Every way to say what the pointer and the keys do. */
export const pointing: Rewording[] = [
	...when(
		'action',
		[
			'(left-click|left click|single-click|single click|mouse click|mouse-click|leftclick) [on] {thing}',
			'(do|perform|make|have|execute|carry out) (a|one) [single|mouse|left|left mouse] (click|press|tap) on {thing}',
			'give {thing} a (click|press|tap|push)',
			`{thing} ${point} [please] (click|press|tap|hit|push) [it|on it|this]`,
			'{thing} (is|gets|should be|has to be|needs to be|must be|is being|was) (clicked|pressed|tapped|clicked on)',
			'(proceed|continue|go on) to (click|press|tap) [on] {thing}',
			'(proceed|continue|go on|confirm|finish|submit) (with|by) a (click|press|tap) on {thing}',
			'(click|press|tap|hit|push) [on] {thing} [right] (down at the bottom|at the end of the page|at the bottom of it|at the foot of the page|at the very bottom|at the very top)',
			'(click|press|tap|hit|push) [on] {thing} down at the (bottom|end) of [the] {area}',
			'(press|tap|hit|push|click) [on] {thing} (once more|one more time)',
			'(have|take) a click on {thing}',
		],
		'click {thing}',
		one,
	),
	// In a row
	...when(
		'action',
		[
			`${clicks} {thing} [over] (by|behind|against|opposite|alongside) {row}`,
			`${clicks} {thing} (at|in|on) the [right|left|far] (end|side|edge) of the ${row} (of|for|with) {row}`,
			`${clicks} {thing} (at|in|on) the [right|left|far] (end|side|edge) of the {row} ${row}`,
			`${clicks} {thing} (in|on) the same ${row} as {row}`,
			`${clicks} {thing} (that|which) (belongs to|goes with|stands next to|is next to|is in the row of|is for) {row}`,
			`${clicks} {thing} (in|on) the ${row} (where it says|that says|that reads|which says|where you see|where there is|where it reads|saying|showing|reading|listing|having) {row}`,
			`(find|locate|look for|look up|go to|search) the ${row} (of|with|for|containing|named|called|that says|showing) {row} and [then] ${clicks} {thing}`,
			`(find|locate|spot) {row} [in the list|in the table|in the overview] and [then] ${clicks} {thing}`,
			`[the] {row} ${row} ${point} [please] ${clicks} {thing}`,
			`${row} {row} ${point} [please] ${clicks} {thing}`,
		],
		'click {thing} in the row of {row}',
		both,
	),
	...when(
		'action',
		[
			`(delete|remove|edit|open|archive|approve|cancel|reject|rename|mark|take off|print) {row} [again] (with|using|via|through|by|by clicking|by pressing|by using|by tapping) [on] the {thing} (by|next to|beside|behind|at|in|on|after) (his|her|its|their|that|the|this) (name|row|line|card|entry|title)`,
			`(delete|remove|edit|open|archive|approve|cancel|reject|rename) {row} (with|using|via|through|by clicking|by pressing|by using|by tapping) [on] the {thing}`,
			`(delete|remove|edit|open|archive|approve|cancel|reject|rename) {row} (with|using|via|by clicking|by pressing) [on] the {thing} (next to|beside|behind|by|after) (it|him|her|them)`,
			`(take|remove) {row} off [again] (with|using|via|by clicking|by pressing) [on] the {thing} (by|next to|beside|behind|at|in|on) (his|her|its|their|that|the) (name|row|line|card|entry|title)`,
		],
		'click {thing} in the row of {row}',
		match => both(match) && isControl(match['thing']!) && !match['row']!.some(({lower}) => lower === 'again'),
	),
	...when(
		'action',
		[
			`(delete|remove|edit|open|archive|approve|reject|rename) {row} (by clicking|by pressing|by using|by tapping) [on] {thing} (in|on) (its|that|the|this|his|her) ${row}`,
			`(delete|remove|edit|open|archive|approve|reject|rename) {row} (by clicking|by pressing|by tapping) [on] {thing}`,
		],
		'click {thing} in the row of {row}',
		both,
	),
	...when('action', [`(go ahead and|just|now|please) {act}`], '{act}', begins('act')),
	// Twice, right, hold, hover
	...when(
		'action',
		[
			'(do|perform|make) a (double click|double-click|doubleclick) on {thing}',
			'(open|select|choose|start|edit) {thing} (with|via|by|using|through) [a] (double click|double-click|doubleclick|double-clicking|double clicking|double-tap) [it|on it|its row|its name]',
			`{thing} ${point} (double-click|double click|doubleclick) [it|on it]`,
			'click {thing} twice (quickly|fast|in quick succession)',
			'(double-click|double click) the row {thing}',
			'click twice [quickly] on {thing}',
		],
		'double-click {thing}',
		one,
	),
	...when(
		'action',
		[
			'click [on] {thing} with the right [mouse] button',
			'click [with] the right mouse button on {thing}',
			'use the right [mouse] button on {thing}',
			'(do|perform|make) a (right click|right-click) on {thing}',
			'(bring up|call up|pull up|display|invoke|get) the context menu (of|for|on) {thing}',
			`{thing} ${point} (right-click|right click) [it|on it]`,
		],
		'right-click {thing}',
		one,
	),
	...when(
		'action',
		[
			`hover [with] ${mouse} (over|on|above|onto|at) {thing}`,
			`(rest|keep|hold|let|leave|park|stop) ${mouse} [rest|stay|hover] (on|over|at|above) {thing}`,
			'(move|go|hover|glide) over {thing} with (the|your) (mouse|pointer|cursor)',
			'point (at|to) {thing} [with the mouse|with the cursor|with the pointer]',
			`(move|bring|put|place|take) ${mouse} (over|to|onto|on|above|at) {thing}`,
			`{thing} ${point} (hover|hover over it|mouse over|just hover)`,
		],
		'hover over {thing}',
		one,
	),
	// Keys
	...when(
		'action',
		[
			'(press|hit|use|push|strike|type|send|try|apply) [the] (keyboard shortcut|shortcut|key combination|combination|hotkey|key combo|keys|key|keystroke) {key} [on the keyboard|on your keyboard]',
			'(press|hit|use|push|strike|send|tap|type) [the] {key} [key|keys] on (the|your|my) keyboard',
			'(press|hit|strike|push|use) [the] {key} [key|keys] to {purpose}',
			'(save|submit|confirm|send|close|undo|copy|finish) {purpose} (with|using|via|by pressing|by hitting) {key}',
			'(press|hit|use) {key}',
		],
		'press {key}',
		holding({key: isKey}),
	),
	// `Confirm with Delete` is a button as well as a key.
	...when(
		'action',
		[
			'(save|submit|confirm|send|close|undo|copy|select all|finish|proceed|continue|accept) (with|using|via|by) [the] {key} [key]',
		],
		'press {key}',
		({key}) => isSureKey(key!),
	),
	...when(
		'action',
		['(save|submit|confirm|send|close|undo|copy|finish) (with|using|via|by) [the] {key} (key|shortcut|keys)'],
		'press {key}',
		holding({key: isKey}),
	),
	...when(
		'action',
		[
			'(hold|hold down|press) {mod} and (press|hit|type|tap) {key}',
			'(press|hit|use) {mod} and {key} [together|at the same time]',
			'(press|hit|use) {mod} plus {key}',
		],
		'press {mod}+{key}',
		({mod, key}) => isKey([...mod!, {...mod![0]!, text: '+', lower: '+'}, ...key!]),
	),
	...when(
		'action',
		[
			'(with the cursor in|with the cursor on|with the focus in|with the focus on|while in|while on|in|inside|on|from) {place} [,] (press|hit|strike|push) [the] {key} [key]',
			'(press|hit|strike|push) [the] {key} [key] (while in|while on|with the cursor in|with the focus in|with the focus on|from|inside of) {place}',
		],
		'press {key} in {place}',
		holding({key: isKey, place: isThing}),
	),
	// Scroll, drag, files
	...when(
		'action',
		[
			'(scroll|keep scrolling|scroll on) [the page] [down|up] (until|till|so that|so far that|far enough that) (you|i|we|one|the user) [can] (reach|get to|find|come to|arrive at|have reached|are at) {thing}',
			'(scroll|keep scrolling|scroll on) [the page] [down|up] (until|till|so that|so far that) {thing} (shows up|comes up|can be seen|is in sight|comes into sight|comes into view|gets into view|is in view|is on screen|is reached|becomes visible)',
			'scroll [down|up] (as far as|all the way to|far enough to see|right to|right down to|all the way down to|over to) {thing}',
		],
		'scroll to {thing}',
		one,
	),
	...when(
		'action',
		[
			'(move|drag|put|bring|get) {thing} (to|onto|into|on) {place} (by|with|using|via|through) (drag and drop|dragging|drag-and-drop|dragging it|drag & drop)',
			'(pull|drop|drag|slide) {thing} [over] (onto|on|to|into) {place}',
			'(grab|take|pick up|pick|get) {thing} and (drop|drag|move|put|place|pull|carry) it [over] (to|on|onto|into|over) {place}',
		],
		'drag {thing} onto {place}',
		match => placed(match) && !isFile(match['thing']!) && !/^\d+%?$/.test(match['place']!.at(-1)!.text),
	),
	...when(
		'action',
		[
			'(load|put|send|submit|provide|drag|drop|pick|choose|select|use|place|hand in|attach|upload|import|add) [the|a|my] [file|document|picture|image|photo|spreadsheet] [named|called] {file} (into|to|in|onto|on|as|for|at|under|with|through|via|using|by) {field}',
			'(in|under|for|at|to|into|using|with|via|on|through) {field} [,|:] (upload|attach|add|choose|select|drop|import) [the|a|my] [file|document|picture|image|photo] [named|called] {file}',
			`{field} ${point} (upload|attach|add|choose|drop|import) [the|a|my] [file|document] [named|called] {file}`,
			'use {field} to (upload|attach|add|import|send|submit) [the|a|my] [file|document] [named|called] {file}',
		],
		'upload {file} to {field}',
		upload,
	),
];

/** Only asked when a sentence is in no form as it stands. */
export const laterPointing: Rewording[] = [
	...when(
		'action',
		[
			`(for|at|by|next to|beside|on) {row} [,] [please|just] ${clicks} {thing}`,
			`{row} ${point} [please] ${clicks} {thing}`,
		],
		'click {thing} in the row of {row}',
		both,
	),
	...when(
		'action',
		['(click|press|tap|hit|push) [on] {thing} {aside}'],
		'click {thing}',
		({thing, aside}) =>
			isControl(thing!) &&
			thing!.length > 2 &&
			aside!.length <= 8 &&
			/^(?:down|over|up|there|right|which|that|like|because|for|with|at|to|in|on)$/.test(aside![0]!.lower) &&
			!isPlace(aside!) &&
			aside!.every(({kind, text, lower}) => kind === 'word' && text === lower),
	),
];

const placeNouns = new Set(
	'bar menu header footer sidebar panel pane drawer dialog popup pop-up toolbar navigation section card row table form box strip tray'.split(
		' ',
	),
);
/** `at the bottom of the module bar` says where, and is no aside. */
const isPlace = (tokens: readonly Token[]): boolean =>
	/^(?:at|in|on)$/.test(tokens[0]!.lower) && placeNouns.has(tokens.at(-1)!.lower);
