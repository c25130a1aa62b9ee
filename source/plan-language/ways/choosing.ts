import {type Rewording, when} from '../rewording.ts';
import {holding, isDatum, isField, isThing} from './guards.ts';

const pick = '(select|choose|pick|take)';
const kind = '(option|value|entry|item|choice)';
const point = '(:|->|→|=>|-|–)';
const box = '(box|checkbox|check box|tick box|tickbox|option|square|checkmark|switch|toggle)';
const beside =
	'(labelled|labeled|that says|which says|saying|called|named|marked|with the label|with the text|reading|titled)';
const tick = '(tick|check|checkmark|check mark|tick mark)';
const of = holding({value: isDatum, list: isField});
const one = holding({thing: isThing});
const chosen = (one: string) => one;

/** Every way to say that something is chosen, or that a box is ticked. */
export const choosing: Rewording[] = [
	...when(
		'action',
		[
			`${pick} [the] [${kind.slice(1, -1)}] {value} (with|via|using|through|from among|out of|from the options of|from the choices of|from the options in|among the options of|from the list of) {list}`,
			`${pick} [the] ${kind} {value} (from|in|for|under|at|on) {list}`,
			`${pick} {value} as [the|a] ${kind} (of|for|in) {list}`,
			`(opt|go|settle|plump) for {value} (in|as|under|for|at|from) {list}`,
			'go with {value} (as|for|in|under) {list}',
			'take {value} (as|for|from|in) {list}',
		],
		chosen('select {value} from {list}'),
		of,
	),
	...when(
		'action',
		[
			`${pick} {value} (from|in) the (list|drop-down|dropdown|select|select box|drop-down list|combo box|combobox|selector) {list}`,
			`${pick} {value} from [the] {list} (choices|options|values|entries)`,
		],
		'select {value} from the {list} dropdown',
		of,
	),
	...when(
		'action',
		[
			`{list} ${point} [please] (select|choose|pick|take|set to|change to|switch to) [the] [${kind.slice(1, -1)}] {value}`,
			`(for|as|under|at|in|from|on|with) {list} [,|:] [please|just|i|we] ${pick} [the] [${kind.slice(1, -1)}] {value}`,
		],
		'select {value} from {list}',
		of,
	),
	...when(
		'action',
		['(put|set) {list} (on|to) {value}', 'switch {list} [over] to {value}', 'flip {list} to {value}'],
		'set {list} to {value}',
		holding({
			value: tokens =>
				isDatum(tokens) && !/^(?:on|off|empty|blank|checked|ticked|unchecked|unticked)$/.test(tokens[0]!.lower),
			list: isField,
		}),
	),
	...when(
		'action',
		[
			'{thing} : (put|place|set|make) a (tick|check|check mark|checkmark|cross) (in|into) (this|that|the|its) box',
			'(tick off|tick on|check on) {thing}',
			'(put|set|toggle|flip|push|click) {thing} on',
			'set {thing} (to|as) (checked|ticked|on|selected|yes|true|active)',
			'set {thing} (checked|ticked|on)',
			`(put|place|set|add|make|leave) (a|the) ${tick} (in|into|at|on|to|against|by|for|next to|beside|in front of) [the box of|the box for|the box at] {thing}`,
			`give {thing} a ${tick}`,
			`(tick|check|select|mark) the [little|small] ${box} ${beside} {thing}`,
			`{thing} ${point} (tick|check|tick it|check it|tick this|to be ticked|tick the box)`,
			'{thing} (needs|wants|requires) (ticking|checking|a tick|to get ticked)',
			'(have|get) {thing} (ticked|checked)',
			'{thing} gets (ticked|checked|a tick)',
		],
		'check {thing}',
		one,
	),
	...when(
		'action',
		[
			'(put|set|toggle|flip|push|click) {thing} off',
			'set {thing} (to|as) (unchecked|unticked|off|no|false|inactive)',
			'set {thing} (unchecked|unticked|off)',
			`(take|clear|remove|take away|delete|wipe|get rid of|undo) the ${tick} (out of|off|from|at|in|away from|next to|of|for) {thing}`,
			`(untick|uncheck|unselect|deselect|clear) the [little|small] ${box} ${beside} {thing}`,
			`{thing} ${point} (untick|uncheck|untick it|uncheck it|clear the tick|remove the tick)`,
			'{thing} (needs|wants) (unticking|unchecking)',
			'(have|get) {thing} (unticked|unchecked)',
			'{thing} gets (unticked|unchecked)',
			'(has|needs|have) {thing} to be unticked',
			'{thing} (has to be|needs to be|must be|should get) (unticked|unchecked)',
		],
		'uncheck {thing}',
		one,
	),
];
