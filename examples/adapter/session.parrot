r1 2026-01-01T09:00:00Z you> What is in the cupboard?
r2 2026-01-01T09:00:01Z thinking> They want tea.
r3 2026-01-01T09:00:02Z tool/ls> green.tin\nblack.tin
r4 2026-01-01T09:00:03Z parrot> Green and black tea.
