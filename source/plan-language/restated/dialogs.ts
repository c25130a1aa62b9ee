import {roleAtEnd} from '../names.ts';
import {matches, pattern} from '../pattern.ts';
import {plainClaim} from '../plain-words.ts';
import {type Token, word} from '../tokens.ts';
import {isCapital} from '../values.ts';
import {act, claim, isWord, type Restate} from './restatement.ts';

const onTab = pattern(
	'{dialog} (comes up|opens|opens up|appears|shows up|pops up|is open|starts|is shown) (on|at|with) (its|the) {name} tab [in front|active|selected|open|on top]',
);

/** `The Settings window comes up on its General tab`: it is there, and that tab is chosen. */
export const opensOnTab: Restate = tokens =>
	matches(onTab, plainClaim(tokens)).flatMap(({dialog, name}) => {
		const own = asDialog(dialog!);
		const isName = name!.length <= 4 && (name![0]!.kind === 'quoted' || isCapital(name![0]));
		return own && isName ? [{said: [claim(own, 'is visible'), claim('the', name!, 'tab is selected')]}] : [];
	});

/** `the Settings window` is a dialog where it comes up; the window of the browser has no name. */
function asDialog(tokens: readonly Token[]): readonly Token[] | null {
	if (tokens.length > 7) return null;
	if (isWord(tokens.at(-1), /^window$/) && tokens.length > 2) return [...tokens.slice(0, -1), word('dialog')];
	return roleAtEnd(tokens)?.role === 'dialog' ? tokens : null;
}

const leaving = pattern(
	'(close|leave|exit|dismiss|cancel|shut|quit) {dialog} [,] without (saving|applying|submitting|confirming|changing|sending) [anything|it|them|the changes|any changes|changes|my changes]',
);

/** `Close the dialog without saving`: by what closes it, which is none of the buttons that save. */
export const leavesUnsaved: Restate = (tokens, type) =>
	type !== 'action'
		? []
		: matches(leaving, tokens).flatMap(({dialog}) => {
				const own = asDialog(dialog!);
				return own ? [{said: [act('close', own)], leaves: 'without saving'}] : [];
			});
