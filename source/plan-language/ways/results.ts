import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {ordinalOf} from '../words.ts';
import {comes} from './claiming.ts';
import {areQuoted, holding, isDatum, isNumber, isQuoted} from './guards.ts';

const results =
	'[the] [list of] (search results|results|result list|results list|list of results|search result list|search results list)';
const one =
	'(at least one|one|some|any|one of the|at least one of the|some of the|a) [search] (result|results|of the results)';
const shows = '(contains|contain|includes|include|is|shows|mentions|is called|is named|says)';
const verbs = '(contain|contains|include|includes|show|shows|list|lists|display|displays|have|has)';
const able = '[now|should|must|will]';

/** What one of them is called, and not how many there are. */
const isName = (tokens: readonly Token[]): boolean =>
	isDatum(tokens) && !isNumber(tokens.slice(0, 1)) && !/^(?:only|just|no|every|each|all)$/.test(tokens[0]!.lower);

/** What was found is a list, whatever the page calls it, and no field or label. */
export const found: Rewording[] = [
	...when('assertion', [`${results} ${able} ${verbs} {text}`], '{text} is in the results', holding({text: isName})),
	...when(
		'assertion',
		[`${results} ${able} ${verbs} {texts}`],
		'{texts} are in the results',
		({texts}) => texts!.length > 1 && areQuoted(texts!),
	),
	...when(
		'assertion',
		[`${results} (only|just) ${verbs} {text}`, `${results} ${able} ${verbs} (only|just|nothing but) {text}`],
		'only {text} is in the results',
		holding({text: isQuoted}),
	),
	...when(
		'assertion',
		[
			`${results} (do not|does not|should not|must not|no longer|may not|did not) ${verbs} {text}`,
			`(no|none of the) [search] (result|results) ${shows} {text}`,
		],
		'{text} is not in the results',
		holding({text: isName}),
	),
	...when('assertion', [`${one} ${shows} {text}`], '{text} is in the results', holding({text: isName})),
	...when(
		'assertion',
		['the {which} [search] result (is|should be|must be) {text}'],
		'the {which} item is {text}',
		({which, text}) => which!.length === 1 && ordinalOf(which![0]) !== null && isQuoted(text!),
	),
	...when(
		'assertion',
		[
			`${results} ${comes}`,
			`${results} (appear|show up|pop up|come up|load|arrive|come in|come back)`,
			`${results} (are|should be|must be) [now] (displayed|shown|visible|there|present|listed|presented|returned) [on the page|to the user|to me|below|in a list]`,
		],
		'at least one result is shown',
	),
	...when(
		'assertion',
		[
			'[the] (search results|results) for {text} (are|should be|must be) [now] (displayed|shown|visible|listed|there|presented)',
			`[the] (search results|results) for {text} ${comes}`,
		],
		'at least one result is shown and the page contains {text}',
		holding({text: isQuoted}),
	),
];
