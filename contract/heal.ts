import * as z from 'zod/mini';
import {open} from './enums.ts';
import {id, integer, page, timestamp} from './fields.ts';
import {locator} from './locator.ts';

/** `superseded`: the plan or the script has changed since, so there is nothing to decide. */
export const healStatuses = ['proposed', 'accepted', 'refused', 'superseded'] as const;
export type HealStatus = (typeof healStatuses)[number];

/** An element as the script names it, and what it was or is on the page. */
export const healTarget = z.looseObject({locator, role: z.string(), name: z.string()});
export type HealTarget = z.infer<typeof healTarget>;

/** A repair that a rerun has made of a step whose element had changed. The script keeps the old one until it is accepted. */
export const heal = z.looseObject({
	healId: id('hea'),
	testId: id('tst'),
	runId: id('run'),
	/** From 1. */
	stepIndex: integer,
	status: open(healStatuses),
	/** 0 to 1: how much of the fingerprint agrees; `margin` to the next best element. */
	score: z.number(),
	margin: z.number(),
	/** In words, what agrees. */
	evidence: z.array(z.string()),
	from: healTarget,
	to: healTarget,
	/** Picture of the step in the run that saved the script; null when it is gone. */
	beforeUrl: z.nullable(z.string()),
	afterUrl: z.nullable(z.string()),
	createdAt: timestamp,
	decidedAt: z.nullable(timestamp),
});
export type Heal = z.infer<typeof heal>;

export const healPage = page(heal);
export type HealPage = z.infer<typeof healPage>;

/** Accepted: locator and fingerprint stand in the script now. */
export const acceptedHeal = z.looseObject({...heal.shape, codeVersion: z.string()});
