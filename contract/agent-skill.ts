import * as z from 'zod/mini';

/** Skills this client installs for coding agents, in the order of every list and of the merged section. */
export const skillNames = ['svc-verify', 'svc-onboard'] as const;
export type SkillName = (typeof skillNames)[number];

/** Coding agents a skill can be installed for. */
export const agentTargets = [
	'claude',
	'antigravity',
	'cursor',
	'cline',
	'kiro',
	'windsurf',
	'copilot',
	'codex',
] as const;
export type AgentTarget = (typeof agentTargets)[number];

/** How well a target is proven. */
export const targetStatuses = ['ga', 'experimental'] as const;
export type TargetStatus = (typeof targetStatuses)[number];

/** One file per skill, or one section of a file that belongs to the user. */
export const targetModes = ['own-file', 'managed-section'] as const;
export type TargetMode = (typeof targetModes)[number];

/** What was found where a skill belongs, compared with what this client installs. */
export const skillStates = ['absent', 'corrupt', 'unmarked', 'stale', 'modified', 'ok'] as const;
export type SkillState = (typeof skillStates)[number];

export const installActions = [
	'written',
	'skipped',
	'blocked',
	'updated',
	'dry-run',
	'section-installed',
	'section-updated',
	'section-unchanged',
] as const;
export type InstallAction = (typeof installActions)[number];

const target = z.enum(agentTargets);
const skill = z.enum(skillNames);

/** Answer of `svc agent install`: one row per file. */
export const installedSkills = z.array(
	z.object({target, path: z.string(), action: z.enum(installActions), skills: z.array(skill)}),
);
export type InstalledSkills = z.infer<typeof installedSkills>;

/** Answer of `svc agent list`: one row per target and skill. */
export const skillPlaces = z.array(
	z.object({target, skill, status: z.enum(targetStatuses), mode: z.enum(targetModes), path: z.string()}),
);
export type SkillPlaces = z.infer<typeof skillPlaces>;

/** Answer of `svc agent status`. */
export const skillStateRows = z.array(z.object({target, skill, path: z.string(), state: z.enum(skillStates)}));
export type SkillStateRows = z.infer<typeof skillStateRows>;
