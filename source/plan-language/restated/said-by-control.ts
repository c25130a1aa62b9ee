import {isCapital} from '../values.ts';
import {roleAtEnd} from '../names.ts';
import {act, asOne, isMark, isWord, opensWith, type Restate} from './restatement.ts';

/** Most words on a button. */
const longest = 6;

/**
 * `Click Try it out`, `Press Show me how it works`: what a button says to do, with a capital at its head, is its name,
 * whatever its small words would mean in a sentence.
 */
export const saidByControl: Restate = tokens => {
	const [verb, ...rest] = tokens;
	const name = isWord(rest[0], /^on$/) ? rest.slice(1) : rest;
	const [first] = name;
	const isName =
		name.length > 1 &&
		name.length <= longest &&
		isCapital(first) &&
		isWord(name[1], /^(?:it|me|us|them|this|that|my|your|you|how)$/) &&
		name.every(
			({kind, text, lower}, at) =>
				kind === 'word' &&
				(at === 0 || text === lower) &&
				!/^(?:and|or|then|after|before|when|once|until|while|to|on)$/.test(lower),
		);
	if (!opensWith(verb, /^(?:click|press|tap|hit|push)$/) || !isName || roleAtEnd(name) !== null) return [];
	return [{said: [act('click', asOne(name))]}];
};

/** `Confirm with Yes, delete`, `Click No, keep it`: an answer with what it means is the name of one button, and no act behind a comma. */
export const answersInFull: Restate = tokens => {
	const answer = tokens.findIndex(({text, kind}) => kind === 'word' && /^(?:Yes|No|OK|Ok|Okay)$/.test(text));
	const [verb, second] = tokens;
	const isAct =
		(answer === 1 && opensWith(verb, /^(?:click|press|tap|hit|push|choose|pick|select)$/)) ||
		(answer === 2 && opensWith(verb, /^(?:click|tap|press)$/) && isWord(second, /^on$/)) ||
		(answer === 2 && opensWith(verb, /^(?:confirm|answer|reply|respond)$/) && isWord(second, /^(?:with|by)$/));
	const rest = tokens.slice(answer + 2);
	const isMeant =
		isMark(tokens[answer + 1], /^,$/) &&
		rest.length > 0 &&
		rest.length < longest &&
		rest.every(token => isWord(token, /^(?!and$|then$|but$|wait$|check$)/)) &&
		// `Click Yes, close the dialog`: something else is done.
		!rest.slice(1).some(token => isWord(token, /^(?:the|a|an|on|in|to)$/));
	return isAct && isMeant ? [{said: [act('click', asOne(tokens.slice(answer)))]}] : [];
};
