import {isShort, type Rewording, when} from './rewording.ts';

/** Loose claims in the words of the families. */
export const tableOfClaims: Rewording[] = [
	...when(
		'assertion',
		['expected [result|outcome|behaviour|behavior] : {rest}', '(result|outcome) : {rest}'],
		'{rest}',
	),
	...when(
		'assertion',
		[
			'{who} (gets|is|was|are) (redirected|taken|sent|brought|forwarded|navigated) to {path}',
			'(gets|got|is) (redirected|taken|sent|brought|forwarded|navigated) to {path}',
		],
		'the URL is {path}',
		({path}) => path!.length === 1 && /^(?:\/|https?:)/.test(path![0]!.text),
	),
	...when(
		'assertion',
		[
			'{who} (gets|is|was|are) (redirected|taken|sent|brought|forwarded|navigated) [back] to {page}',
			'(land|lands|arrive|arrives|end up|ends up) (on|at|in) {page}',
		],
		'I am on {page}',
	),
	...when(
		'assertion',
		[
			'{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) by {column} [,] [with|from] [the] (lowest|cheapest|smallest|oldest|earliest) first',
		],
		'{things} are sorted by {column} ascending',
	),
	...when(
		'assertion',
		[
			'{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) by {column} [,] [with|from] [the] (highest|dearest|largest|biggest|newest|latest|most expensive) first',
		],
		'{things} are sorted by {column} descending',
	),
	...when(
		'assertion',
		['{things} (are|is|should be) (listed|sorted|ordered|arranged) [in alphabetical order|alphabetically] by {column}'],
		'{things} are sorted by {column}',
	),
	...when(
		'assertion',
		['[the] [browser] (tab|window|page) [title] (is|should be) (called|titled|named) {name}'],
		'the title is {name}',
		({name}) => name!.length > 0,
	),
	...when('assertion', ['browser tab (is|should be) (called|titled|named) {name}'], 'the title is {name}'),
	...when(
		'assertion',
		[
			'[the] file {file} (is|was|has been|should be) (saved|stored|written) [to|on] [the] [disk|computer|downloads|downloads folder]',
		],
		'{file} was downloaded',
	),
	...when(
		'assertion',
		['{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) by {column} [,] [from] (a to z|a-z)'],
		'{things} are sorted by {column} ascending',
	),
	...when(
		'assertion',
		['{things} (are|is|should be) (listed|sorted|ordered|shown|arranged) by {column} [,] [from] (z to a|z-a)'],
		'{things} are sorted by {column} descending',
	),
	...when(
		'assertion',
		['[expect|verify|see] {number} {things}'],
		'there are {number} {things}',
		({number}) => number!.length === 1 && /^\d+$/.test(number![0]!.text),
	),
	...when('assertion', ['{thing} (is|are) the one (that|which) (is|are) {rest}'], '{thing} is {rest}'),
	...when('assertion', ['{row} belongs to {text}'], 'the row of {row} contains {text}'),
	...when(
		'assertion',
		['{thing} (is|should be) [still] the (active|selected|current) (one|tab|option|entry)'],
		'{thing} is selected',
	),
	...when(
		'assertion',
		[
			'{thing} (is|should be) [still] (preselected|pre-selected|prechecked|pre-checked|preticked|ticked by default|checked by default)',
		],
		'{thing} is checked',
	),
	...when(
		'assertion',
		['{thing} (asks|asking|announces|warns|warning|tells|telling|informs) {text}'],
		'{thing} shows {text}',
		({text}) => text!.length === 1 && text![0]!.kind === 'quoted',
	),
	...when(
		'assertion',
		['{thing} (=|==|:|→|->) {value}'],
		'{thing} is {value}',
		({thing, value}) => isShort(thing!) && value!.length <= 4,
	),
	...when(
		'assertion',
		['{adjective} (text|message|label|heading|line) {text} {rest}'],
		'{text} {rest}',
		({adjective, text}) => adjective!.length === 1 && text!.length === 1 && text![0]!.kind === 'quoted',
	),
	...when('assertion', ['{thing} (is|are) (now|still|already|again|currently) {rest}'], '{thing} is {rest}'),
	...when(
		'assertion',
		[
			'both {one} and {other} (is|are|should be|must be) {rest}',
			'{one} and {other} (are|should be|must be) both {rest}',
		],
		'{one} and {other} are {rest}',
	),
	...when(
		'assertion',
		['neither {one} nor {other} (is|are|should be|must be) {rest}'],
		'{one} and {other} are not {rest}',
	),
];
