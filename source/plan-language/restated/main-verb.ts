import {type Predicate, predicatesOf} from '../predicates.ts';
import type {Token} from '../tokens.ts';
import {isWord} from './restatement.ts';

/** `the list`, `an empty state`: nouns that look like verbs of several. */
const isNoun = (token: Token | undefined): boolean =>
	isWord(
		token,
		/^(?:list|state|display|show|match|point|link|end|start|change|read|lists|links|states|matches|points|changes|hold|lead|open)$/,
	);

/** The verbs of the claim, without the nouns that look like one. */
export const verbsIn = (tokens: readonly Token[]): Predicate[] => {
	const all = predicatesOf(tokens);
	const sure = all.filter(({rest}) => !isNoun(tokens[tokens.length - rest.length - 1]));
	return sure.length > 0 ? sure : all.filter(({subject}) => subject.length > 1 && subject.length < tokens.length - 1);
};
