import type {SkillName} from '../../../contract/agent-skill.ts';
import type {Skill} from './skill.ts';
import {svcOnboard} from './svc-onboard.ts';
import {svcVerify} from './svc-verify.ts';

/** Every skill, by name. */
export const skills: Record<SkillName, Skill> = {'svc-verify': svcVerify, 'svc-onboard': svcOnboard};
