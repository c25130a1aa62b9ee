import type {SkillName} from '../../../contract/agent-skill.ts';

/** What a coding agent is taught about one task. Bodies are Markdown without a final newline. */
export type Skill = {
	name: SkillName;
	/** When to use it: one paragraph of at most 1536 characters, which agents read to decide. */
	description: string;
	body: string;
	/** For targets that load it into every conversation, or limit its size. */
	compactBody: string;
	/** Its part of the section that several skills share in one file. */
	sectionText: string;
};

/** Lines of a Markdown text. */
export const markdown = (...lines: string[]): string => lines.join('\n');
