import {id, phrase} from '../argument.ts';
import {text} from '../flag.ts';

/** Names of people and of accounts. */
const nameForm = /^(?=.*\S)[^\p{Cc}]{1,80}$/u;
export const nameOptions = {
	placeholder: '<name>',
	pattern: nameForm,
	patternText: 'must be a name of at most 80 characters',
} as const;

export const nameArgument = (summary: string) => phrase('name', summary, nameForm, 'a name of at most 80 characters');

export const emailFlag = (summary: string) =>
	text(summary, {
		placeholder: '<address>',
		max: 254,
		pattern: /^\s*[^\s@<>"]+@[^\s@<>"]+\s*$/,
		patternText: 'must be a mail address such as ada@example.com',
	});

export const memberArgument = (summary: string) => id('member', `${summary}, by id or name`);
export const accountArgument = (summary: string) => id('account-id', summary);
