import * as z from 'zod/mini';
import {neededHelp} from './run.ts';

/** What became of one request that the API had refused although it was valid by its description. */
export const settled = z.looseObject({
	/** `METHOD /path`. */
	endpoint: z.string(),
	/** Fields of the body that the API accepts, in order; null: none was accepted. */
	accepted: z.nullable(z.array(z.string())),
	/** Bodies that were sent and how each was answered, e.g. `without address: 201`. */
	tried: z.array(z.string()),
	/** Operations that have to come first, in their order; absent: the body was what was refused. */
	after: z.optional(z.array(z.string())),
	/** Where the answer names what was made, e.g. `the header Location`; absent: the body was what was refused. */
	names: z.optional(z.string()),
	/** The header that it wants, which its document lets be left out; absent: the body was what was refused. */
	header: z.optional(z.string()),
	/** The field in which refusals say what they are, which are answered with 2xx; absent: the body was what was refused. */
	outcome: z.optional(z.string()),
	/** Fields whose value no other record may have; absent: something else was refused. */
	once: z.optional(z.array(z.string())),
	/** What the API says of a query that its document allows; absent: the body was what was refused. */
	query: z.optional(z.string()),
	/** What a person can do; null: it is accepted now. */
	neededHelp: z.nullable(neededHelp),
});
export type Settled = z.infer<typeof settled>;

/** The same as a sentence. */
export function settledText({
	endpoint,
	accepted,
	tried,
	after,
	names,
	header,
	outcome,
	query,
	once,
	neededHelp: help,
}: Settled): string {
	if (outcome !== undefined)
		return `This API refuses with 200 as well: what an answer means stands in its \`${outcome}\`.`;
	if (names !== undefined) return `${endpoint} names what it makes in ${names}.`;
	if (header !== undefined) return `${endpoint} wants the header ${header} (428 without it).`;
	if (once !== undefined) return `${endpoint} takes each ${once.join(', ')} once.`;
	if (query !== undefined) return `${endpoint} asks more of its query than the document says: ${query}.`;
	if (after !== undefined && after.length > 0)
		return `${endpoint} works after ${after.join(', ')} (${tried.join('; ')}).`;
	if (accepted !== null) return `${endpoint} accepts ${accepted.join(', ') || 'an empty body'} (${tried.join('; ')}).`;
	if (!help) return `${endpoint} accepts no body that was tried.`;
	if (help.said.startsWith('5'))
		return `${endpoint} answers ${help.said} to all that was tried, a fault of the API. Its tests go on with an example that it accepts: ${help.command}`;
	return `${endpoint} needs your help: it answers ${help.said}. ${wantedBy(help.command)}: ${help.command}`;
}

/** What a command gives, as the sentence before it. */
const wantedBy = (command: string): string =>
	/^svc project credential\b/.test(command)
		? 'Give the project a credential that may do it'
		: 'Give an example that it accepts';
